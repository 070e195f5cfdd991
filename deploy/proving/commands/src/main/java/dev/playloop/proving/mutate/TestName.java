package dev.playloop.proving.mutate;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A test as a row names it, `module:Class` or `module:Class#method`.
///
/// @param module the module's folder from the tree's root, such as `worlds/kernel`
/// @param type the class's simple name, or its whole name
/// @param method empty: all of the class
record TestName(String module, String type, String method) {
  private static final Pattern FORM =
      Pattern.compile("([a-z0-9/-]+):([A-Za-z0-9_.$]+)(?:#([A-Za-z0-9_]+))?");

  static TestName parse(String text) {
    Matcher form = FORM.matcher(text);
    if (!form.matches()) {
      throw new InvalidRowException(
          "test: expected module:TestClass or module:TestClass#method, got " + text);
    }
    String method = form.group(3);
    return new TestName(form.group(1), form.group(2), method == null ? "" : method);
  }

  @Override
  public String toString() {
    return module + ":" + type + (method.isEmpty() ? "" : "#" + method);
  }
}
