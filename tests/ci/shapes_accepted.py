"""What shapes.py may find taken, or refused elsewhere, and why.

Each row: kinds, keys (both regular expressions over the whole name), shapes (separated by commas; "*": any), outcomes
("taken", "elsewhere", "told": reported at its place, not as status 2), reason."""

AZURE = "definition|if not exists|modify|append|initiative|assignment|exemption|aliases"

ACCEPTED = [
    # Every kind.
    (".*", ".*", "long", "taken, told", "a long text is a text, if an odd one; reports cut it"),
    (".*", ".*", "twice", "told", "AML002 warns: the last one counts, as YAML and JSON readers have it"),
    # Rule files.
    ("rule", "id", "long", "elsewhere", "the rule is in force; the configuration then names none of its id"),
    ("rule", r"\$schema|parameters\.most\.description", "empty", "taken", "only editors and people read it"),
    ("rule", "since", "number, fraction, empty", "taken", "a version may be written as a number"),
    ("rule", r".*\.(equals|value|in\.\*|value\.\*)|let\.size|each\.value", "*", "taken",
     "any value may be compared, named and gone through; null stands for absence"),
    ("rule", r"if\..*\.(like|match|containsKey|less|greater)", "number, fraction, text, empty", "taken",
     "numbers and texts are compared with each other, as Azure Policy has it"),
    ("rule", r"if\..*\.in", "[]", "taken", "nothing is in an empty list"),
    ("rule", r"if\..*\.matches", "empty", "taken", "every text matches an empty pattern"),
    ("rule", "parameters|let", "{}", "elsewhere", "there may be none; what names one is refused where it does"),
    ("rule", r"parameters\.most", "{}", "taken", "a parameter may have no type and no default"),
    ("rule", r"parameters\.most\.allowed", "[]", "taken", "a list without values allows none that is given"),
    ("rule", r"at|fix\.(remove|yamlRemove)", "text", "taken", "one text stands for a list of one"),
    ("rule", "fix", "text", "taken", "words alone are a fix, too"),
    ("rule", r"fix\.(set|yaml)", "{}", "taken", "there may be none"),
    ("rule", r"fix\.(set|yaml)\.tags\.a", "*", "taken", "any value may be set"),
    ("rule", "references|mappings|tests", "[]", "taken", "there may be none"),
    ("rule", r"references\.\*", "text", "taken", "an address alone is a reference"),
    ("rule.*", "tests", "[]", "taken", "a rule may have no cases"),
    ("rule.*", r"tests\.\*\.broken(\.\*)?", "bool, text", "taken", "true, or a text of the line"),
    ("rule.*", r"tests\.\*\.(parameters|files|template|parameterFile)", "{}, text", "taken",
     "a case that cannot pass says so when it is run"),
    ("rule.*", r"tests\.\*\.(fixed|files\.a\.yml)", "{}, object", "taken", "a template may be written as an object"),
    ("rule.*", r"tests\.\*\.undecided", "text", "taken", "a part of the reason"),
    ("rule.*", r"tests\.\*\.(parameters\.most|template\..*|parameterFile\..*)", "*", "taken",
     "what a case is about may be wrong on purpose; its verdict says what comes of it"),
    # Azure Policy and its catalogues.
    (AZURE, ".*", "null", "taken, elsewhere", "null is as good as absent, for `az` prints it so; what must be there is "
     "then missed in the object around it"),
    (AZURE, ".*", "empty", "taken", "the service documents a text"),
    (AZURE, r".*\.(equals|value|in\.\*|value\.\*|if\.allOf|in|notIn|metadata\..*|deployment\.a)", "*", "taken",
     "the service leaves it open"),
    (AZURE, r".*\.(notLike|greater)", "number, fraction, text", "taken", "texts and numbers are compared"),
    (AZURE, r".*\.defaultValue|.*\.allowedValues\.\*", "number, fraction, bool", "taken, elsewhere",
     "the service turns numbers and truth values into texts"),
    ("initiative", r".*\.defaultValue", "empty, long", "elsewhere", "refused where it is handed to the definition"),
    (AZURE, r".*\.parameters", "{}", "taken, elsewhere", "there may be none; what names one is refused there"),
    (AZURE, r".*\.parameters\.effect", "{}", "taken", "nothing of a declaration is required"),
    (AZURE, r".*\.(metadata|deployment|defaultMetadata|resourceSelectors\.\*)", "{}", "taken",
     "nothing in it is required"),
    (AZURE, r".*", "[]", "taken", "the service documents a list, which may be empty"),
    (AZURE, r".*\.details", "{}, object", "taken", "what it holds depends on the effect, which may be a parameter"),
    ("initiative|assignment", r".*\.policyDefinitionId", "long", "elsewhere", "there is no definition of that id"),
    ("aliases", r"\*", "{}, [], number, fraction, bool, text, empty, long, nested list", "elsewhere",
     "then the file is no catalogue, and nothing of it is shown"),
    # Exceptions, configuration, context.
    ("exceptions", "exceptions", "[]", "taken", "there may be none"),
    ("exceptions", r"exceptions\.\*\.(rules|paths|evidence)", "text", "taken", "one text stands for a list of one"),
    ("exceptions", r"exceptions\.\*\.value", "text", "taken", "a value may be a text"),
    ("configuration", ".*", "null", "taken, elsewhere", "a key whose lines are commented out is as good as absent"),
    ("configuration", ".*", "[], {}", "taken, elsewhere", "there may be none; what misses it is told there"),
    ("configuration", ".*(paths|approvers|exclude|secretNames)", "text", "taken", "one text stands for a list of one"),
    ("configuration", "(rules|policies|exceptions|baseline|facts|templateLinks|bicep).*", "text, long", "elsewhere",
     "there is no such file; standard error says so"),
    ("configuration", r"governance\.ticketPattern", "empty", "taken", "every ticket matches an empty pattern"),
    ("configuration|context", r"(context\.)?environment", "text", "taken", "a name stands for the cloud"),
    ("configuration|context", r"(context\.)?resourceGroup\.tags\.a", "*", "taken", "templates see tags as they are"),
    ("context", ".*", "null, {}", "taken", "what is not given is unknown"),
    # What the program writes itself.
    ("baseline", r"recipe|findings\.\*\.(file|resource|property|message)", "empty", "taken", "only people read it"),
    ("baseline", "findings", "[]", "taken", "there may be none"),
    ("earlier audit", r"(evidence\.(?!asOf)|totals|outlook|trend|exceptions\.\*\.(state|kind|created|revoked.+|"
     r"ageDays|daysLeft|ruleList|problems)).*", "*", "taken", "a comparison does not read it, and other versions have "
     "other fields"),
    ("earlier audit", r"exceptions\.\*\.findings\.\*.*", "*", "taken", "a comparison counts them only"),
    ("earlier audit", "exceptions", "[]", "taken", "there may be none"),
    ("earlier audit", r"exceptions\.\*\.findings", "[]", "taken", "it may cover none"),
    ("earlier audit", r"exceptions\.\*\.(id|rules|covers|owner|approver|reason|ticket|risk|evidence|file)", "empty",
     "taken", "what the audit knows nothing of is empty"),
    ("earlier audit", r"exceptions\.\*\.(until|review|revoked)", "null", "taken", "there is no such day"),
    # Facts.
    ("facts .*", ".*", "empty", "taken", "what is not known is empty"),
    ("facts .*", "(key|name|id|pair|source|value|unit|statement|statistic|absent_in|display_name|geography|"
     "geography_group|paired|cloud|availability|note|category|processor|accelerator|retires_in_region|"
     "retires_in_cloud|successors|aml_documented|series|gpu_model|quota_family|architecture|constrained_from)",
     "text, number, fraction, negative, huge, quote, bool, day", "taken", "any text may stand there"),
    ("facts .*", "vcpus|usable_vcpus|memory_gib|gpu_count|milliseconds|zones", "number, fraction", "taken",
     "another number is a fact like any other"),
    ("facts .*", "row", "twice", "elsewhere", "the key is named, for both lines are as good"),
]
