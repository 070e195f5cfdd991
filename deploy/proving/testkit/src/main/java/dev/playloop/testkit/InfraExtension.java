package dev.playloop.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.platform.commons.support.AnnotationSupport;

/// Gives each test class its [TestInfra] and takes it back. Says once a JVM what it chose, in the
/// test's output and in `target/infra.txt`. Never skips: where the wanted servers can't be had, the
/// class fails.
final class InfraExtension implements BeforeAllCallback, AfterAllCallback, ParameterResolver {
  private static final Namespace ROOT = Namespace.create(InfraExtension.class);

  @Override
  public void beforeAll(ExtensionContext context) {
    if (isNested(context)) {
      return;
    }
    boolean embeddedOnly =
        AnnotationSupport.isAnnotated(context.getRequiredTestClass(), EmbeddedOnly.class);
    TestInfra infra = new TestInfra(embeddedOnly ? embedded(context) : chosen(context));
    context.getStore(ROOT).put(TestInfra.class, infra);
    TestInfra.current(infra);
  }

  @Override
  public void afterAll(ExtensionContext context) {
    if (isNested(context)) {
      return;
    }
    TestInfra.current(null);
    TestInfra infra = context.getStore(ROOT).remove(TestInfra.class, TestInfra.class);
    if (infra != null) {
      infra.close();
    }
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == TestInfra.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return TestInfra.current();
  }

  private static boolean isNested(ExtensionContext context) {
    return context.getRequiredTestClass().getEnclosingClass() != null
        && !java.lang.reflect.Modifier.isStatic(context.getRequiredTestClass().getModifiers());
  }

  private static Servers chosen(ExtensionContext context) {
    return context
        .getRoot()
        .getStore(ROOT)
        .computeIfAbsent(InfraMode.class, _ -> choose(context), Servers.class);
  }

  private static Servers choose(ExtensionContext context) {
    InfraMode mode = InfraMode.read(System.getProperty(InfraMode.PROPERTY, ""));
    InfraMode.Choice choice =
        mode.choose(mode != InfraMode.EMBEDDED && ContainerServers.engineAnswers());
    Servers servers = choice.containers() ? new ContainerServers() : embedded(context);
    say(servers.describe() + " (" + choice.why() + ")");
    return servers;
  }

  private static Servers embedded(ExtensionContext context) {
    return context
        .getRoot()
        .getStore(ROOT)
        .computeIfAbsent(EmbeddedServers.class, _ -> new EmbeddedServers(), Servers.class);
  }

  private static void say(String chosen) {
    System.out.println("infra: " + chosen);
    Path target = Path.of("target");
    if (!Files.isDirectory(target)) {
      return; // run from an editor
    }
    try {
      Files.writeString(
          target.resolve("infra.txt"),
          chosen + System.lineSeparator(),
          StandardOpenOption.CREATE,
          StandardOpenOption.TRUNCATE_EXISTING,
          StandardOpenOption.WRITE);
    } catch (IOException e) {
      throw new UncheckedIOException("can't say which servers the tests use", e);
    }
  }
}
