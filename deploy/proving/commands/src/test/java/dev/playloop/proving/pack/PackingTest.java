package dev.playloop.proving.pack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.playloop.schemas.Sha256;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.zip.GZIPInputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What goes into a package of a tiny checkout, and what does not.
class PackingTest {
  @TempDir Path folder;
  private Path root;

  @BeforeEach
  void build() throws IOException {
    root = checkout("one");
  }

  private Path checkout(String name) throws IOException {
    Path tree = folder.resolve(name);
    write(
        tree,
        "pom.xml",
        "<project><artifactId>playloop</artifactId>\n<version>1.2.3</version>"
            + "<project.build.outputTimestamp>2026-11-20T00:00:00Z</project.build.outputTimestamp>");
    write(tree, "README.md", "[a](docs/a.md#x) [b](some/folder) [c](CONTRIBUTING.md) [d](module)");
    write(tree, "CONTRIBUTING.md", "for others");
    write(tree, "CHANGELOG.md", "[web](https://example.org/x)");
    write(tree, "SECURITY.md", "");
    write(tree, "LICENSE", "");
    write(tree, "docs/a.md", "[up](../deep/down/page.md)");
    write(tree, "deep/down/page.md", "[there](../file.txt)");
    write(tree, "deep/file.txt", "here");
    write(tree, "module/pom.xml", "");
    write(tree, "some/folder/in/it.txt", "");
    write(tree, "some/folder/target/built.txt", "");
    write(tree, "some/folder/.secret", "");
    write(tree, "trigger-ingest/clients/client.py", "");
    write(tree, "worlds/tally/src/main/resources/examples/tally/agents.yaml", "");
    write(tree, "deploy/package/bin/playloop", "#!/bin/sh");
    write(tree, "deploy/package/bin/start.sh", "");
    write(tree, "deploy/package/systemd/playloop@.service", "[Unit]");
    String target = "deploy/launcher/target/";
    write(tree, target + "lib/left-2.0.jar", "left");
    write(tree, target + "lib/ours-1.2.3.jar", "ours");
    write(tree, target + "lib/old-0.9.jar", "of an older build");
    write(tree, "dependencies.lock", "org.left:left:jar:2.0 " + Sha256.hex(bytes("left")) + "\n");
    write(
        tree,
        target + "bom.json",
        """
        {"components": [
          {"group": "dev.playloop", "name": "ours", "version": "1.2.3"},
          {"group": "org.left", "name": "left", "version": "2.0",
           "licenses": [{"license": {"id": "MIT"}}, {"license": {"name": "Our Own"}}]}]}
        """);
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest
        .getMainAttributes()
        .put(Attributes.Name.CLASS_PATH, "lib/left-2.0.jar lib/ours-1.2.3.jar");
    Path jar = tree.resolve(target + "playloop.jar");
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
      var entry = new java.util.zip.ZipEntry("META-INF/MANIFEST.MF");
      entry.setTime(0);
      out.putNextEntry(entry);
      manifest.write(out);
    }
    return tree;
  }

  private static void write(Path tree, String name, String text) throws IOException {
    Path file = tree.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(java.nio.charset.StandardCharsets.UTF_8);
  }

  private Path packed(Path tree) throws IOException {
    Path file = folder.resolve(tree.getFileName() + ".tar.gz");
    new Packing(tree).packed().write(file);
    return file;
  }

  private List<TarArchiveEntry> entries() throws IOException {
    List<TarArchiveEntry> entries = new ArrayList<>();
    try (TarArchiveInputStream tar =
        new TarArchiveInputStream(new GZIPInputStream(Files.newInputStream(packed(root))))) {
      for (TarArchiveEntry next = tar.getNextEntry(); next != null; next = tar.getNextEntry()) {
        entries.add(next);
      }
    }
    return entries;
  }

  @Test
  void holdsTheProductItsPagesAndAllThatTheyPointAt() throws IOException {
    assertThat(entries())
        .extracting(TarArchiveEntry::getName)
        .isSorted()
        .allMatch(name -> name.startsWith("playloop-1.2.3/"))
        .extracting(name -> name.substring("playloop-1.2.3/".length()))
        .containsExactlyInAnyOrder(
            "playloop.jar",
            "lib/left-2.0.jar",
            "lib/ours-1.2.3.jar",
            "bin/playloop",
            "bin/start.sh",
            "systemd/playloop@.service",
            "playloop",
            "bom.json",
            "THIRD-PARTY.md",
            "README.md",
            "CHANGELOG.md",
            "SECURITY.md",
            "LICENSE",
            "docs/a.md",
            "deep/down/page.md",
            "deep/file.txt",
            "some/folder/in/it.txt",
            "trigger-ingest/clients/client.py",
            "worlds/tally/src/main/resources/examples/tally/agents.yaml",
            "examples/tally");
  }

  @Test
  void sameInputMakesSameBytesWheneverAndWherever() throws IOException {
    Path other = checkout("another");
    for (Path file : Pages.files(other)) {
      Files.setLastModifiedTime(file, FileTime.from(Instant.EPOCH));
    }
    assertThat(other.resolve("docs/a.md").toFile().setExecutable(true)).isTrue();

    assertThat(packed(other)).hasSameBinaryContentAs(packed(root));
  }

  @Test
  void belongsToNobodyAndOnlyTheScriptRuns() throws IOException {
    for (TarArchiveEntry entry : entries()) {
      assertThat(entry.getLongUserId() + entry.getLongGroupId()).isZero();
      assertThat(entry.getUserName() + entry.getGroupName()).isEmpty();
      assertThat(entry.getLastModifiedTime().toInstant())
          .isEqualTo(Instant.parse("2026-11-20T00:00:00Z"));
      if (entry.isSymbolicLink()) {
        assertThat(entry.getLinkName())
            .isIn("bin/playloop", "../worlds/tally/src/main/resources/examples/tally");
      } else {
        int mode = entry.getName().endsWith("/bin/playloop") ? 0755 : 0644;
        assertThat(entry.getMode() & 0777).as(entry.getName()).isEqualTo(mode);
      }
    }
  }

  @Test
  void namesWhoseEachJarIs() throws IOException {
    Path target = root.resolve("deploy/launcher/target");

    String page =
        new ThirdParty(
                target.resolve("bom.json"), dev.playloop.proving.lock.DependencyLock.read(root))
            .page(
                List.of(target.resolve("lib/ours-1.2.3.jar"), target.resolve("lib/left-2.0.jar")));

    assertThat(page)
        .contains(
            "| `left-2.0.jar` | org.left:left | MIT or Our Own | " + Sha256.hex(bytes("left")))
        .doesNotContain("ours-1.2.3");
  }

  private void isRefused(String... words) {
    assertThatThrownBy(() -> packed(root))
        .isInstanceOf(CannotPackException.class)
        .hasMessageContainingAll(words);
    assertThat(folder.resolve("one.tar.gz")).doesNotExist();
  }

  /// A jar that was changed behind the build's back.
  @Test
  void aJarWithOtherBytesThanTheLockedOnesIsRefused() throws IOException {
    write(root, "deploy/launcher/target/lib/left-2.0.jar", "evil");

    isRefused("left-2.0.jar is not the one in dependencies.lock");
  }

  @Test
  void aJarWithoutLicenceIsRefused() throws IOException {
    write(
        root,
        "deploy/launcher/target/bom.json",
        "{\"components\": [{\"group\": \"org.left\", \"name\": \"left\", \"version\": \"2.0\"}]}");

    isRefused("left-2.0.jar has no licence", "ours-1.2.3.jar is not in the build's list");
  }

  @Test
  void aBuildThatIsNotWholeIsRefused() throws IOException {
    Files.delete(root.resolve("deploy/launcher/target/lib/left-2.0.jar"));

    isRefused("left-2.0.jar is missing");
  }

  @Test
  void withoutTheListOfLicencesThereIsNone() throws IOException {
    Files.delete(root.resolve("deploy/launcher/target/bom.json"));

    isRefused("bom.json");
  }

  @Test
  void aLinkThatLeadsNowhereOrOutIsRefused() throws IOException {
    write(root, "docs/a.md", "[gone](gone.md)");
    isRefused("docs/gone.md");

    Path secret = Files.writeString(folder.resolve("secret"), "not ours");
    write(root, "docs/a.md", "[out](../../secret)");
    isRefused("../secret, outside of the checkout");

    Files.createSymbolicLink(root.resolve("docs/linked.md"), secret);
    write(root, "docs/a.md", "");
    isRefused("docs/linked.md");
  }
}
