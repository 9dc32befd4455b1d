// Answers expressions of HCL, one JSON string a line: ["expression", "type", value], or "syntax" or "evaluation" in
// place of the last two. It is compiled together with the shared folder's tfeval.go, whose main is renamed to `tables`
// and fills the table of functions; those that it lacks, or has in another way than Terraform, are added here.
package main

import (
	"bufio"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"sort"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	ctyyaml "github.com/zclconf/go-cty-yaml"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/convert"
	"github.com/zclconf/go-cty/cty/function"
	"github.com/zclconf/go-cty/cty/function/stdlib"
	ctyjson "github.com/zclconf/go-cty/cty/json"
	"golang.org/x/text/encoding/ianaindex"
)

// As Terraform has it: texts, tuples and objects have a length, too.
var length = function.New(&function.Spec{
	Params: []function.Parameter{{Name: "value", Type: cty.DynamicPseudoType}},
	Type:   function.StaticReturnType(cty.Number),
	Impl: func(args []cty.Value, _ cty.Type) (cty.Value, error) {
		switch kind := args[0].Type(); {
		case kind == cty.String:
			return stdlib.Strlen(args[0])
		case kind.IsTupleType():
			return cty.NumberIntVal(int64(kind.Length())), nil
		case kind.IsObjectType():
			return cty.NumberIntVal(int64(len(kind.AttributeTypes()))), nil
		case kind.IsListType() || kind.IsMapType() || kind.IsSetType():
			return args[0].Length(), nil
		}
		return cty.NilVal, errors.New("has no length")
	}})

// As Terraform has it: all arguments are converted to one type, and empty texts are passed over.
var coalesce = function.New(&function.Spec{
	VarParam: &function.Parameter{Name: "values", Type: cty.DynamicPseudoType, AllowNull: true},
	Type: func(args []cty.Value) (cty.Type, error) {
		kinds := []cty.Type{}
		for _, one := range args {
			kinds = append(kinds, one.Type())
		}
		common, _ := convert.UnifyUnsafe(kinds)
		if common == cty.NilType {
			return cty.NilType, errors.New("arguments of different types")
		}
		return common, nil
	},
	Impl: func(args []cty.Value, kind cty.Type) (cty.Value, error) {
		for _, one := range args {
			one, err := convert.Convert(one, kind)
			if err != nil {
				return cty.NilVal, err
			}
			if !one.IsNull() && !(kind == cty.String && one.AsString() == "") {
				return one, nil
			}
		}
		return cty.NilVal, errors.New("nothing is left")
	}})

// As Terraform has it: what stands between two slashes is a pattern.
var replace = function.New(&function.Spec{
	Params: []function.Parameter{{Name: "str", Type: cty.String}, {Name: "substr", Type: cty.String},
		{Name: "replace", Type: cty.String}},
	Type: function.StaticReturnType(cty.String),
	Impl: func(args []cty.Value, _ cty.Type) (cty.Value, error) {
		what := args[1].AsString()
		if len(what) > 1 && what[0] == '/' && what[len(what)-1] == '/' {
			return stdlib.RegexReplace(args[0], cty.StringVal(what[1:len(what)-1]), args[2])
		}
		return stdlib.Replace(args[0], args[1], args[2])
	}})

// As Terraform's page says: a map of lists of strings the other way round.
var transpose = function.New(&function.Spec{
	Params: []function.Parameter{{Name: "values", Type: cty.Map(cty.List(cty.String))}},
	Type:   function.StaticReturnType(cty.Map(cty.List(cty.String))),
	Impl: func(args []cty.Value, kind cty.Type) (cty.Value, error) {
		made := map[string][]cty.Value{}
		for names := args[0].ElementIterator(); names.Next(); {
			name, list := names.Element()
			if list.IsNull() {
				return cty.NilVal, errors.New("a list is null")
			}
			for items := list.ElementIterator(); items.Next(); {
				_, item := items.Element()
				if item.IsNull() {
					return cty.NilVal, errors.New("a string is null")
				}
				made[item.AsString()] = append(made[item.AsString()], name)
			}
		}
		lists := map[string]cty.Value{}
		for text, names := range made {
			sort.SliceStable(names, func(i, j int) bool { return names[i].AsString() < names[j].AsString() })
			lists[text] = cty.ListVal(names)
		}
		if len(lists) == 0 {
			return cty.MapValEmpty(cty.List(cty.String)), nil
		}
		return cty.MapVal(lists), nil
	}})

// As Terraform's page says: the values whose keys are among the wanted ones, all keys being of one type.
var matchkeys = function.New(&function.Spec{
	Params: []function.Parameter{{Name: "values", Type: cty.List(cty.DynamicPseudoType)},
		{Name: "keys", Type: cty.List(cty.DynamicPseudoType)}, {Name: "wanted", Type: cty.List(cty.DynamicPseudoType)}},
	Type: func(args []cty.Value) (cty.Type, error) {
		if common, _ := convert.UnifyUnsafe([]cty.Type{args[1].Type(), args[2].Type()}); common == cty.NilType {
			return cty.NilType, errors.New("keys of different types")
		}
		return args[0].Type(), nil
	},
	Impl: func(args []cty.Value, kind cty.Type) (cty.Value, error) {
		common, _ := convert.UnifyUnsafe([]cty.Type{args[1].Type(), args[2].Type()})
		keys, _ := convert.Convert(args[1], common)
		wanted, _ := convert.Convert(args[2], common)
		if keys.LengthInt() != args[0].LengthInt() {
			return cty.NilVal, errors.New("not as many keys as values")
		}
		kept := []cty.Value{}
		for i, key := range keys.AsValueSlice() {
			for _, one := range wanted.AsValueSlice() {
				if key.Equals(one).True() {
					kept = append(kept, args[0].AsValueSlice()[i])
					break
				}
			}
		}
		if len(kept) == 0 {
			return cty.ListValEmpty(kind.ElementType()), nil
		}
		return cty.ListVal(kept), nil
	}})

// As Terraform has them: by the names of IANA.
func recode(body func(text, name string) (string, error)) function.Function {
	return function.New(&function.Spec{
		Params: []function.Parameter{{Name: "text", Type: cty.String}, {Name: "encoding", Type: cty.String}},
		Type:   function.StaticReturnType(cty.String),
		Impl: func(args []cty.Value, kind cty.Type) (cty.Value, error) {
			text, err := body(args[0].AsString(), args[1].AsString())
			return cty.StringVal(text), err
		}})
}

func textEncode(text, name string) (string, error) {
	encoding, err := ianaindex.IANA.Encoding(name)
	if err != nil || encoding == nil {
		return "", errors.New("no such encoding")
	}
	made, err := encoding.NewEncoder().String(text)
	return base64.StdEncoding.EncodeToString([]byte(made)), err
}

func textDecode(text, name string) (string, error) {
	encoding, err := ianaindex.IANA.Encoding(name)
	if err != nil || encoding == nil {
		return "", errors.New("no such encoding")
	}
	bytes, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		return "", err
	}
	made, err := encoding.NewDecoder().Bytes(bytes)
	return string(made), err
}

// nil for what JSON cannot say: infinite numbers.
func answer(text string) []interface{} {
	expression, diags := hclsyntax.ParseExpression([]byte(text), "", hcl.InitialPos)
	if diags.HasErrors() {
		return []interface{}{text, "syntax"}
	}
	value, diags := expression.Value(&hcl.EvalContext{Functions: funcs})
	if diags.HasErrors() {
		return []interface{}{text, "evaluation"}
	}
	encoded, err := ctyjson.Marshal(value, value.Type())
	if err != nil {
		return nil
	}
	return []interface{}{text, value.Type().FriendlyName(), json.RawMessage(encoded)}
}

func main() {
	os.Args = os.Args[:1] // no folders: the tables are all that is wanted
	tables()
	more := map[string]function.Function{"length": length, "coalesce": coalesce, "signum": stdlib.SignumFunc,
		"parseint": stdlib.ParseIntFunc, "strrev": stdlib.ReverseFunc, "chunklist": stdlib.ChunklistFunc,
		"setintersection": stdlib.SetIntersectionFunc, "setsubtract": stdlib.SetSubtractFunc,
		"replace": replace, "timeadd": stdlib.TimeAddFunc, "formatdate": stdlib.FormatDateFunc,
		"csvdecode": stdlib.CSVDecodeFunc, "yamlencode": ctyyaml.YAMLEncodeFunc, "transpose": transpose,
		"matchkeys": matchkeys, "textencodebase64": recode(textEncode), "textdecodebase64": recode(textDecode)}
	for name, body := range more {
		funcs[name] = body
	}
	lines, out := bufio.NewScanner(os.Stdin), json.NewEncoder(os.Stdout)
	out.SetEscapeHTML(false)
	for lines.Scan() {
		var text string
		if err := json.Unmarshal(lines.Bytes(), &text); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		if row := answer(text); row != nil && out.Encode(row) != nil {
			os.Exit(1)
		}
	}
}
