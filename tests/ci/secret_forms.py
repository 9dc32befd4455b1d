"""Texts that hold a secret ({m}) as code, commands, settings and markup write one, a line each; and texts that look like them
and hold none."""

TEXTS = r"""password => '{m}'
password => "{m}",
:password => '{m}'
'password' => '{m}',
<password>{m}</password>
<db:Password type="x">{m}</db:Password>
<add key="Password" value="{m}"/>
<add value="{m}" key="Password"/>
<property name="db.password" value="{m}"/>
<entry key="password">{m}</entry>
<Parameter name="adminPassword">{m}</Parameter>
<key>Password</key><string>{m}</string>
<setting name="Password" serializeAs="String"><value>{m}</value></setting>
<connectionStrings><add name="x" connectionString="Server=x;Password={m}"/></connectionStrings>
password is {m}
the password is '{m}'
My password is: {m}
ENV DB_PASSWORD {m}
ENV DB_PASSWORD "{m} x"
ENV A=b API_KEY={m}
ARG TOKEN={m}
setx DB_PASSWORD {m}
setx DB_PASSWORD "{m}" /M
setx /M DB_PASSWORD {m}
set -gx API_TOKEN {m}
setenv API_TOKEN {m}
echo 'root:{m}' | chpasswd
echo root:{m} | sudo chpasswd
chpasswd <<< "root:{m}"
echo "{m}" | passwd --stdin root
htpasswd -b .htpasswd user {m}
htpasswd -bc /etc/htpasswd user {m}
htpasswd -nb user {m}
htpasswd -nbB user '{m}'
ssh-keygen -t rsa -N {m} -f k
ssh-keygen -q -N "{m} x" -f k
//registry.npmjs.org/:_authToken={m}
requests.get(u, auth=('u','{m}'))
requests.get(u, auth=("u", "{m}"))
HTTPBasicAuth('u', '{m}')
auth = HTTPBasicAuth("u", "{m}")
https://{m}abcdef0123@example.net/x
git clone https://{m}0123456789abcdef@dev.azure.com/o/p/_git/r
git+https://{m}0123456789abcdef@github.com/o/r.git
wandb login {m}
wandb login --relogin {m}
gh auth login --with-token <<< {m}
gh auth login --with-token <<< "{m}"
docker login -u u --password-stdin <<< {m}
AzureKeyCredential("{m}")
credential = AzureKeyCredential('{m}')
new AzureKeyCredential("{m}")
new AzureSasCredential("{m}")
AzureNamedKeyCredential("name", "{m}")
new StorageSharedKeyCredential("acct", "{m}")
ClientSecretCredential("00000000-1111-2222-3333-444444444444", "00000000-1111-2222-3333-444444444444", "{m}")
ClientSecretCredential(tenant_id, client_id, "{m}")
UsernamePasswordCredential(client_id, "u", "{m}")
new NetworkCredential("u", "{m}")
ServicePrincipalAuthentication(tenant_id="t", service_principal_id="i", service_principal_password="{m}")
ServicePrincipalCredentials(client_id='x', secret='{m}', tenant='t')
ApiKeyCredential("{m}")
PatTokenConfiguration(pat="{m}")
AccountKeyConfiguration(account_key="{m}")
SasTokenConfiguration(sas_token="{m}")
server.login("u", "{m}")
client.login("u@example.net", '{m}')
client.username_pw_set("u", "{m}")
os.environ.setdefault("DB_PASSWORD", "{m}")
os.putenv('DB_PASSWORD', '{m}')
os.environ.get("API_TOKEN", "{m}")
os.getenv('API_TOKEN', '{m}')
[Environment]::SetEnvironmentVariable('DB_PASSWORD', '{m}', 'User')
define('DB_PASSWORD', '{m}');
client.set_secret("db-password", "{m}")
builder.setPassword("{m}")
.password("{m}")
.with_token('{m}')
config.set("spark.password", "{m}")
spark.conf.set("fs.azure.account.key.acct.dfs.core.windows.net", "{m}")
spark.conf.set("fs.azure.account.oauth2.client.secret.acct.dfs.core.windows.net", "{m}")
fs.azure.account.key.acct.blob.core.windows.net={m}
spark.hadoop.fs.azure.account.key.acct.dfs.core.windows.net {m}
--conf spark.hadoop.fs.azure.account.key.a.dfs.core.windows.net={m}
param adminPassword string = '{m}'
const password: string = "{m}"
password: str = "{m}"
var password string = "{m}"
let password: &str = "{m}";
public string Password { get; set; } = "{m}";
password <- "{m}"
variable "db_password" { default = "{m}" }
CREATE USER u IDENTIFIED BY '{m}'
ALTER USER u WITH PASSWORD '{m}'
CREATE LOGIN u WITH PASSWORD = '{m}'
CREATE ROLE u LOGIN PASSWORD '{m}'
SET PASSWORD FOR 'u'@'h' = PASSWORD('{m}')
redis-cli AUTH {m}
requirepass {m}
masterauth {m}
bindpw {m}
psexec \\h -u u -p {m} cmd
wget --http-passwd={m} u
npm config set //r/:_authToken {m}
aws configure set aws_secret_access_key {m}
dotnet user-secrets set "Db:Password" "{m}"
git config --global user.password {m}
poetry config pypi-token.pypi {m}
poetry config http-basic.foo u {m}
pulumi config set --secret dbPassword {m}
vault login {m}
cargo login {m}
ngrok authtoken {m}
ngrok config add-authtoken {m}
snyk auth {m}
bw unlock {m}
dotnet nuget push x.nupkg -k {m} -s u
nuget setapikey {m}
mc alias set m http://h:9000 access {m}
databricks configure --token <<< {m}
az devops login <<< {m}
echo {m} | az devops login
echo {m} | wandb login
echo {m} | gh auth login --with-token
echo {m} | kinit u
echo {m} | sudo -S ls
printf '%s' {m} | docker login --password-stdin
Kusto;Application Key={m};x=y
AppKey={m}
Endpoint=https://x.azconfig.io;Id=abc;Secret={m}
Endpoint=https://x.service.signalr.net;AccessKey={m};Version=1.0;
HostName=h.azure-devices.net;SharedAccessKeyName=o;SharedAccessKey={m}
SharedSecretIssuer=o;SharedSecretValue={m}
aeg-sas-key: {m}
Ocp-Apim-Subscription-Key: {m}
curl -H "api-key: {m}" u
curl -H 'X-Auth-Token: {m}' u
curl -H "Authorization: ApiKey {m}" u
curl -H "Authorization: {m}" u
headers = {"Authorization": "Splunk {m}"}
headers={'Authorization': f'Bearer {m}'}
headers = {"api-key": "{m}"}
{"name": "DB_PASSWORD", "value": "{m}"}
curl -d '{"name":"password","value":"{m}"}' u
python t.py --cfg "{\"password\": \"{m}\"}"
python t.py --cfg '{\\"db\\": {\\"password\\": \\"{m}\\"}}'
az ml job create --set environment_variables.API_KEY={m}
az functionapp config appsettings set --settings DB_PASSWORD={m}
az ml datastore create --set credentials.account_key={m}
https://x.azurewebsites.net/api/f?code={m}abcdefghijklmnopqrstuvwxyz==
https://hooks.slack.com/services/T00000000/B00000000/{m}abcdefghijkl
https://discord.com/api/webhooks/123456789012345678/{m}abcdefghijklmnop
https://x.webhook.office.com/webhookb2/0a@0b/IncomingWebhook/{m}abcdef/x
https://api.telegram.org/bot123456789:{m}abcdefghijklmnopqrstuvwxy/send
sk_live_{m}abcdefghijklmnop
dop_v1_{m}abcdefabcdefabcdefabcdefabcdefabcdefabcd
dckr_pat_{m}abcdefghijklmnopq
hvs.{m}abcdefghijklmnopqrst
GOCSPX-{m}abcdefghijklmnopqr
ya29.{m}abcdefghijklmnopqrstuvwxyz
xapp-1-{m}abcdef-123456-abcdef
glptt-{m}abcdefghij
AGE-SECRET-KEY-1{m}ABCDEFGHIJKLMNOPQRSTUVWXYZABCDEFGHIJKLMN
{m}abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvJQQJ99AKACYeBjFXJ3w3AAABACOGabcd
{m}abcdefghijklmnopqrstuvwxyz0123456789ABCDabcdefghijklmnopqrstuvwxyz+AStabcdeQ==
{m}abcdefghijklmnopqrstuvwxyz0123456AzSeDabcdef
{m}abcdefghijklmnopqrstuvwxyz0123456+ACRDabcdef
gsk_{m}abcdefghijklmnopqrstuvwxyzabcdefghijkl
{"username": "u", "password" : "{m}"}
password='''{m}'''
PASSWORD=$'{m}'
export PASSWORD="{m}"; x
$env:PASSWORD = "{m}"
$password = '{m}'
@password nvarchar(20) = '{m}'
set PASSWORD={m}
PASSWORD="${X:-{m}}"
PASSWORD=${DB_PASSWORD:-{m}}
${DB_PASSWORD:={m}}
password ?= {m}
gradle: storePassword "{m}"
password '{m}'
(setq password "{m}")
{password, "{m}"}
send "{m}\r"
sshpass -p{m} ssh h
net use \\h\s /user:u {m}
New-Object PSCredential("u", (ConvertTo-SecureString "{m}" -AsPlainText -Force))
password=base64("{m}")
kubectl create secret docker-registry r --docker-password={m}
helm install x --set db.password={m}
terraform apply -var db_password={m}
terraform apply -var 'db_password={m}'
mount -t cifs //h/s /m -o username=u,password={m}
mongo "mongodb://u:{m}@h/d?x=y"
snowflake://u:{m}@acct/db
python -c "import wandb; wandb.login(key='{m}')"
wandb.login(key="{m}")
huggingface_hub.login("{m}")
login(token="{m}")
openai.api_key = "{m}"
openai.OpenAI(api_key="{m}")
Workspace.get(name="x", auth=ServicePrincipalAuthentication("t", "i", "{m}"))
BlobServiceClient(account_url="u", credential="{m}")
BlobServiceClient("u", credential='{m}')
Datastore.register_azure_blob_container(ws, "d", "c", account_name="a", account_key="{m}")
ws.get_default_keyvault().set_secret(name="db", value="{m}")
keyvault.set_secret("db", "{m}")""".split("\n")

HARMLESS = r"""AzureKeyCredential("<your-key>")
def read_all(password: str) -> str:
def log_in(user: str, password: str) -> str
def log_in(password: str, user: str) -> str
adminPassword: adminPassword
'password' => 'required|string'
'password' => 'required|string|min:8'
AzureKeyCredential(key)
DefaultAzureCredential()
credential=DefaultAzureCredential()
credential = ManagedIdentityCredential(client_id="00000000-1111-2222-3333-444444444444")
MLClient(DefaultAzureCredential(), "sub", "rg", "ws")
client.get_secret("db-password")
client.get_secret("db-password").value
kv.getSecret('adminPassword')
secrets.token_hex(16)
os.getenv('API_TOKEN')
os.environ.get("API_TOKEN", "")
os.environ.get("API_TOKEN", None)
os.environ["API_TOKEN"]
getpass.getpass("Password: ")
token = tokenizer.add_token("foo")
auth = InteractiveLoginAuthentication(tenant_id="00000000-1111-2222-3333-444444444444")
auth=HTTPBasicAuth(user, password)
requests.get(u, auth=(user, password))
app.use(passport.authenticate('local'))
ENV PATH /usr/local/bin
ENV TOKENIZERS_PARALLELISM false
ENV PASSWORD_FILE /run/secrets/db
ENV DB_PASSWORD_FILE /run/secrets/db
ARG TOKEN
set password policy
set -e
set -x
setx PATH "C:\tools"
config token handling
wandb login
wandb login page
az login --identity
the password is kept in a vault
the password is required
token is optional
this token is 4096 long
password is changed by the user
<password>${db.password}</password>
<password></password>
<token>{{token}}</token>
<add key="Timeout" value="30"/>
<add key="PasswordPolicy" value="strong1"/>
<input type="password" name="pw1" id="field2"/>
<label for="password">Password</label>
<key>Name</key><string>value1</string>
{"name": "region", "value": "westeurope1"}
param adminPassword string
param location string = 'westeurope1'
password: str
password: Optional[str] = None
password: str = None
const token: string = getToken();
columns = ["password", "token", "email"]
df.drop(columns=['password', 'token'])
fields = ("password", "token1")
rename("password", "passwd1")
SELECT password FROM users1
CREATE USER u IDENTIFIED BY ?
PASSWORD 'x y z'
unexpected token 'abc123' in JSON
The token "abc" is unknown
echo hello | grep token
cat file | docker login --password-stdin
echo $TOKEN | docker login --password-stdin
echo "$TOKEN" | gh auth login --with-token
gh auth login --with-token < token.txt
gh auth login --with-token <<< "$TOKEN"
ssh-keygen -t rsa -N "" -f k
ssh-keygen -t rsa -N '' -f k
htpasswd -c .htpasswd user
htpasswd .htpasswd user1 name2
https://myorg@dev.azure.com/myorg/p/_git/r
https://user-name@example.net/x
abfss://azureml-blobstore-0123abcd-4567@acct.dfs.core.windows.net/x
wasbs://container123456789@acct.blob.core.windows.net/
git@github.com:o/r.git
ssh://git@github.com/o/r.git
auth: basic
auth: true
"auth": "key"
auth: {type: identity}
Authorization: Bearer $TOKEN
Authorization: Bearer ${TOKEN}
Authorization: optional
headers = {"Authorization": f"Bearer {token}"}
-H "Authorization: Bearer $(az account get-access-token)"
the authorization: see chapter4
hooks.slack.com
https://hooks.slack.com/services/
https://hooks.slack.com/services/$SLACK
https://x.azurewebsites.net/api/f
https://x.azurewebsites.net/api/f?code=$CODE
${DB_PASSWORD:-}
PASSWORD=${DB_PASSWORD:-$OTHER}
PASSWORD=${DB_PASSWORD:?required}
partition_key=abc123def
primary_key: id1
publicKey: abc123def456
key_vault_key_id: https://kv.vault.azure.net/keys/k/0123456789abcdef0123456789abcdef
compat: x1
pat: a1
pattern: ^[a-z0-9]+$
credentialType: AccountKey1
password = random_password.db.result
admin_password = var.admin_password
admin_password = data.azurerm_key_vault_secret.sql.value
adminPassword: kv.getSecret('sql')
password: parameters('p')
password => $password
'password' => env('DB_PASSWORD')
password <- Sys.getenv("PASSWORD")
password <- readline("x1")
send "yes\r"
send "$password\r"
spark.conf.set("fs.azure.account.key.a.dfs.core.windows.net", dbutils.secrets.get("s", "k"))
dbutils.secrets.get(scope="s", key="storage-key1")
client.set_secret("db-password", password)
ws.get_default_keyvault().get_secret(name="db1")
Secret("db1-name")
Token("abc")
Password(min=8)
validate_password("x y")
tokenizer("hello1 world")
AutoTokenizer.from_pretrained("bert-base1")
torch.tensor(1)
mc ls minio
vault read secret/db1
vault kv get secret/db1
is it 5""".split("\n")
