package dev.playloop.fence;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.ParameterizedTypeTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreeScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import javax.lang.model.element.Modifier;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;

/// Calls of the project's own constructors and methods that pass more than [#MOST] arguments by
/// position, found in the syntax trees. Aside are varargs, and a record's canonical constructor
/// inside that record, where the components stand beside the call.
///
/// Names are looked up among what the project declares with that many parameters; types are not
/// attributed. A call `Name.of(…)` counts when a type of that name declares it; `value.of(…)` when
/// any type does.
final class Calls {
  static final int MOST = 5;

  /// A call of `callee` with `arguments` arguments.
  record Call(Path file, long line, String callee, int arguments) {
    @Override
    public String toString() {
      return "%s:%d %s/%d".formatted(file.getFileName(), line, callee, arguments);
    }
  }

  /// `owner` is the simple name of the declaring type; a constructor's name is its owner's.
  private record Declared(String owner, String name, int parameters) {}

  private final List<CompilationUnitTree> units;
  private final Set<Declared> declared = new HashSet<>();
  private final SourcePositions positions;

  private Calls(List<CompilationUnitTree> units, SourcePositions positions) {
    this.units = units;
    this.positions = positions;
  }

  /// All such calls in `sources`, which hold the whole project: what is declared elsewhere is not
  /// the project's.
  static List<Call> in(List<Path> sources) {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
      JavacTask task =
          (JavacTask)
              compiler.getTask(
                  null,
                  files,
                  any -> {},
                  List.of("-proc:none"),
                  null,
                  files.getJavaFileObjectsFromPaths(sources));
      List<CompilationUnitTree> units = new ArrayList<>();
      task.parse().forEach(units::add);
      Calls calls = new Calls(units, Trees.instance(task).getSourcePositions());
      calls.readDeclarations();
      return calls.found();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void readDeclarations() {
    for (CompilationUnitTree unit : units) {
      unit.accept(
          new InTypes() {
            @Override
            public @Nullable Void visitMethod(MethodTree method, @Nullable Void nothing) {
              List<? extends VariableTree> parameters = method.getParameters();
              boolean constructor = method.getName().contentEquals("<init>");
              String name = constructor ? type() : method.getName().toString();
              if (!isVarargs(parameters)) {
                declared.add(new Declared(type(), name, parameters.size()));
              }
              return super.visitMethod(method, null);
            }

            @Override
            void entered(ClassTree type) {
              if (type.getKind() == Tree.Kind.RECORD) {
                declared.add(new Declared(type(), type(), components(type)));
              }
            }
          },
          null);
    }
  }

  private List<Call> found() {
    List<Call> calls = new ArrayList<>();
    for (CompilationUnitTree unit : units) {
      unit.accept(
          new InTypes() {
            @Override
            public @Nullable Void visitNewClass(NewClassTree call, @Nullable Void nothing) {
              String name = lastName(call.getIdentifier());
              int arguments = call.getArguments().size();
              if (arguments > MOST
                  && isOurs(name, name, arguments)
                  && !isCanonical(name, arguments)) {
                add(call, name, arguments);
              }
              return super.visitNewClass(call, null);
            }

            @Override
            public @Nullable Void visitMethodInvocation(
                MethodInvocationTree call, @Nullable Void nothing) {
              int arguments = call.getArguments().size();
              if (arguments > MOST) {
                methodCall(call, arguments);
              }
              return super.visitMethodInvocation(call, null);
            }

            @Override
            void entered(ClassTree any) {}

            private void methodCall(MethodInvocationTree call, int arguments) {
              String name = lastName(call.getMethodSelect());
              if (name.equals("this")) {
                if (isOurs(type(), type(), arguments) && !isCanonical(type(), arguments)) {
                  add(call, type(), arguments);
                }
              } else if (name.equals("super")) {
                String parent = parent();
                if (isOurs(parent, parent, arguments)) {
                  add(call, parent, arguments);
                }
              } else if (isOurs(ownerOf(call.getMethodSelect()), name, arguments)) {
                add(call, name, arguments);
              }
            }

            private void add(Tree call, String callee, int arguments) {
              long line = unit.getLineMap().getLineNumber(positions.getStartPosition(unit, call));
              Path file = Path.of(unit.getSourceFile().toUri());
              calls.add(new Call(file, line, callee, arguments));
            }
          },
          null);
    }
    return calls;
  }

  /// An owner that is null is not known: any will do.
  private boolean isOurs(@Nullable String owner, String name, int arguments) {
    if (owner != null) {
      return declared.contains(new Declared(owner, name, arguments));
    }
    return declared.stream().anyMatch(d -> d.name().equals(name) && d.parameters() == arguments);
  }

  /// The type's name where a call names one, as `Instant.of(…)` does: a name in upper case.
  private static @Nullable String ownerOf(ExpressionTree select) {
    if (select instanceof MemberSelectTree member) {
      String before = lastName(member.getExpression());
      boolean type = !before.isEmpty() && Character.isUpperCase(before.charAt(0));
      return type && !before.equals(before.toUpperCase(Locale.ROOT)) ? before : null;
    }
    return null;
  }

  private static String lastName(Tree tree) {
    return switch (tree) {
      case IdentifierTree name -> name.getName().toString();
      case MemberSelectTree select -> select.getIdentifier().toString();
      case ParameterizedTypeTree type -> lastName(type.getType());
      default -> "";
    };
  }

  private static int components(ClassTree type) {
    return (int)
        type.getMembers().stream()
            .filter(member -> member instanceof VariableTree)
            .map(member -> ((VariableTree) member).getModifiers().getFlags())
            .filter(flags -> !flags.contains(Modifier.STATIC))
            .count();
  }

  private static boolean isVarargs(List<? extends VariableTree> parameters) {
    return !parameters.isEmpty() && parameters.getLast().toString().contains("...");
  }

  /// Knows in which type it is.
  private abstract static class InTypes extends TreeScanner<@Nullable Void, @Nullable Void> {
    private final Deque<ClassTree> types = new ArrayDeque<>();
    private final Deque<String> names = new ArrayDeque<>();

    @Override
    public @Nullable Void visitClass(ClassTree type, @Nullable Void nothing) {
      types.push(type);
      names.push(type.getSimpleName().toString());
      entered(type);
      super.visitClass(type, null);
      types.pop();
      names.pop();
      return null;
    }

    /// Called as soon as a type is entered.
    abstract void entered(ClassTree entered);

    final String type() {
      return names.getFirst();
    }

    final String parent() {
      Tree parent = types.getFirst().getExtendsClause();
      return parent == null ? "" : lastName(parent);
    }

    /// Whether that is the canonical constructor of a record, called inside it.
    final boolean isCanonical(String name, int arguments) {
      return types.stream()
          .anyMatch(type ->
              type.getKind() == Tree.Kind.RECORD
                  && type.getSimpleName().contentEquals(name)
                  && components(type) == arguments);
    }
  }
}
