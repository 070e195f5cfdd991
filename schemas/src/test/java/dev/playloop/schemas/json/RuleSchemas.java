package dev.playloop.schemas.json;

import tools.jackson.databind.node.ObjectNode;

/// What an approval rule's schema says that its components don't: its two forms, and the language
/// of `when`.
final class RuleSchemas {
  private RuleSchemas() {}

  /// A rule may be a tool's bare name.
  static ObjectNode orTool(ObjectNode rule) {
    ObjectNode either = Json.NODES.objectNode();
    var forms = either.putArray("anyOf");
    forms.addObject().put("type", "string").put("description", "a tool that always asks");
    forms.add(rule);
    return either;
  }

  /// Whom to ask on expiry is said where it escalates, and only there.
  static void expiry(ObjectNode rule) {
    ObjectNode escalates = rule.putObject("if");
    escalates.putObject("properties").putObject("onExpiry").put("const", "escalate");
    escalates.putArray("required").add("onExpiry");
    ObjectNode then = rule.putObject("then");
    then.putObject("properties").putObject("escalateTo").put("minItems", 1);
    then.putArray("required").add("escalateTo");
    rule.putObject("else").putObject("properties").putObject("escalateTo").put("maxItems", 0);
  }

  /// Arguments by name, each with a value, a list of values, or operators.
  static ObjectNode conditions() {
    ObjectNode when = Json.NODES.objectNode().put("type", "object");
    when.put("maxProperties", 32);
    ObjectNode operators = Json.NODES.objectNode().put("type", "object");
    ObjectNode names = operators.putObject("properties");
    for (String any : new String[] {"is", "not", "has"}) {
      names.set(any, scalar());
    }
    for (String list : new String[] {"in", "notIn"}) {
      names.set(list, scalars());
    }
    for (String number : new String[] {"above", "atLeast", "below", "atMost"}) {
      names.putObject(number).put("type", "number");
    }
    for (String text : new String[] {"startsWith", "endsWith", "contains"}) {
      names.putObject(text).put("type", "string").put("minLength", 1).put("maxLength", 1_000);
    }
    for (String length : new String[] {"longerThan", "shorterThan"}) {
      names.putObject(length).put("type", "integer").put("minimum", 0).put("maximum", 1_000_000);
    }
    names.putObject("given").put("type", "boolean");
    operators.put("additionalProperties", false).put("minProperties", 1).put("maxProperties", 8);
    ObjectNode either = when.putObject("additionalProperties");
    either.putArray("anyOf").add(scalar()).add(scalars()).add(operators);
    return when;
  }

  private static ObjectNode scalar() {
    ObjectNode scalar = Json.NODES.objectNode();
    scalar.putArray("type").add("string").add("number").add("boolean");
    return scalar.put("maxLength", 1_000);
  }

  private static ObjectNode scalars() {
    ObjectNode list = Json.NODES.objectNode().put("type", "array");
    list.put("minItems", 1).put("maxItems", 100).set("items", scalar());
    return list;
  }
}
