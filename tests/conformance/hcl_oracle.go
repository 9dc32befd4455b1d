// Answers expressions of HCL, one JSON string a line: ["expression", "type", value], or "syntax" or "evaluation" in
// place of the last two. It is compiled together with the shared folder's tfeval.go, whose main is renamed to `tables`
// and fills the table of functions; those that it lacks, or has in another way than Terraform, are added here.
package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"os"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/convert"
	"github.com/zclconf/go-cty/cty/function"
	"github.com/zclconf/go-cty/cty/function/stdlib"
	ctyjson "github.com/zclconf/go-cty/cty/json"
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
		"replace": replace, "timeadd": stdlib.TimeAddFunc, "formatdate": stdlib.FormatDateFunc}
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
