package dev.playloop.proving.pack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import dev.playloop.launcher.AllSettings;
import dev.playloop.launcher.role.ClusterRole;
import dev.playloop.settings.SettingKey;
import dev.playloop.testkit.Programs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The units of a package keep what they start from the machine, and its money: each says all of
/// it, since a unit that left a line out would run as well.
class UnitsTest {
  private static final Path FOLDER = Unpacked.root().resolve(Packing.UNITS);
  private static final Pattern NAME = Pattern.compile("PLAYLOOP_[A-Z_]*[A-Z]");
  private static final Pattern USER = Pattern.compile("^u (\\S+) ", Pattern.MULTILINE);

  /// What keeps a service from the machine that it runs on.
  private static final List<Map.Entry<String, String>> HARDENED =
      List.of(
          entry("NoNewPrivileges", "yes"),
          entry("CapabilityBoundingSet", ""),
          entry("AmbientCapabilities", ""),
          entry("ProtectSystem", "strict"),
          entry("ProtectHome", "yes"),
          entry("PrivateTmp", "yes"),
          entry("PrivateDevices", "yes"),
          entry("ProtectKernelTunables", "yes"),
          entry("ProtectKernelModules", "yes"),
          entry("ProtectKernelLogs", "yes"),
          entry("ProtectControlGroups", "yes"),
          entry("ProtectClock", "yes"),
          entry("ProtectHostname", "yes"),
          entry("ProtectProc", "invisible"),
          entry("RestrictAddressFamilies", "AF_INET AF_INET6 AF_UNIX"),
          entry("RestrictNamespaces", "yes"),
          entry("RestrictRealtime", "yes"),
          entry("RestrictSUIDSGID", "yes"),
          entry("LockPersonality", "yes"),
          entry("RemoveIPC", "yes"),
          entry("SystemCallArchitectures", "native"),
          entry("UMask", "0077"),
          entry("LimitCORE", "0"));

  @TempDir Path folder;

  static List<UnitFile> units() throws IOException {
    List<UnitFile> units = UnitFile.allIn(FOLDER);
    assertThat(units)
        .extracting(UnitFile::name)
        .containsExactlyInAnyOrder("playloop@.service", "playloop-up.service");
    return units;
  }

  @ParameterizedTest
  @MethodSource("units")
  void itMayDoNothingToTheMachine(UnitFile unit) {
    for (Map.Entry<String, String> hard : HARDENED) {
      assertThat(unit.one("Service." + hard.getKey())).as(hard.getKey()).isEqualTo(hard.getValue());
    }
    assertThat(unit.all("Service.SystemCallFilter"))
        .containsExactly("@system-service", "~@privileged @resources");
  }

  /// It writes code where it runs it.
  @ParameterizedTest
  @MethodSource("units")
  void javaMayCompile(UnitFile unit) {
    assertThat(unit.one("Service.MemoryDenyWriteExecute")).isEqualTo("no");
  }

  @ParameterizedTest
  @MethodSource("units")
  void whatFallsAgainAndAgainStaysDown(UnitFile unit) {
    assertThat(unit.one("Service.Restart")).isEqualTo("on-failure");
    assertThat(unit.one("Unit.StartLimitIntervalSec")).isEqualTo("10min");
    assertThat(unit.one("Unit.StartLimitBurst")).isEqualTo("5");
    // All of them must fit into the interval, or the limit is never reached.
    assertThat(unit.one("Service.RestartSec")).isEqualTo("10s");
    assertThat(unit.one("Service.RestartPreventExitStatus")).isEqualTo("2");
  }

  /// As the pages say of a worker; and who is told to end, and does, has not failed.
  @ParameterizedTest
  @MethodSource("units")
  void itHasTheTimeToEnd(UnitFile unit) {
    assertThat(unit.one("Service.TimeoutStopSec")).isEqualTo("30s");
    assertThat(unit.one("Service.SuccessExitStatus")).isEqualTo("143");
    assertThat(unit.one("Service.KillMode")).isEqualTo("mixed");
  }

  @ParameterizedTest
  @MethodSource("units")
  void itsFolderAndItsUserAreItsOwn(UnitFile unit) throws IOException {
    String own = unit.name().contains("@") ? "playloop-%i" : "playloop-up";
    assertThat(unit.one("Service.User")).isEqualTo(own);
    assertThat(unit.one("Service.StateDirectory")).isEqualTo(own);
    assertThat(unit.one("Service.StateDirectoryMode")).isEqualTo("0700");
    assertThat(unit.all("Service.Environment"))
        .contains("XDG_STATE_HOME=%S/" + own, "PLAYLOOP_DATA=%S/" + own + "/data");

    List<String> users = new ArrayList<>(List.of("playloop-up"));
    for (ClusterRole role : ClusterRole.values()) {
      users.add("playloop-" + role.name().toLowerCase(Locale.ROOT));
    }
    String made = Files.readString(FOLDER.resolve("playloop.sysusers"));
    assertThat(USER.matcher(made).results().map(each -> each.group(1)))
        .containsExactlyInAnyOrderElementsOf(users);
  }

  /// A secret in a unit is everybody's, and so is a file of the environment that anybody may read.
  @ParameterizedTest
  @MethodSource("units")
  void secretsComeFromFilesOfRoot(UnitFile unit) {
    List<String> secret =
        AllSettings.keys().stream().filter(SettingKey::secret).map(SettingKey::name).toList();
    assertThat(secret).contains("PLAYLOOP_MODEL_KEY");
    assertThat(unit.all("Service.Environment"))
        .noneMatch(set -> secret.contains(set.replaceFirst("=.*", "")));
    assertThat(unit.one("Service.EnvironmentFile")).startsWith("-/etc/playloop/");
    assertThat(unit.one("Service.LoadCredential")).startsWith("settings:/etc/playloop/");
    assertThat(unit.one("Service.ExecStart"))
        .endsWith(" --config ${CREDENTIALS_DIRECTORY}/settings");
  }

  /// Units and page: a role refuses a setting that it does not know.
  @Test
  void theSettingsThatTheyNameAreThere() throws IOException {
    List<String> known = AllSettings.keys().stream().map(SettingKey::name).toList();
    List<Path> files = new ArrayList<>(Pages.files(FOLDER));
    files.add(Unpacked.root().resolve("docs/install.md"));
    List<String> named = new ArrayList<>();
    for (Path file : files) {
      NAME.matcher(Files.readString(file)).results().map(MatchResult::group).forEach(named::add);
    }
    assertThat(known).containsAll(named);
    assertThat(named).contains("PLAYLOOP_DATA", "PLAYLOOP_MODEL_KEY");
  }

  /// By systemd itself, with the package where the test may write. It warns, and goes on.
  @ParameterizedTest
  @MethodSource("units")
  void systemdHasNothingToSayOfIt(UnitFile unit) throws Exception {
    Programs.require("systemd-analyze");
    Path bin = Files.createDirectories(folder.resolve("bin"));
    Path command = Files.writeString(bin.resolve("playloop"), "#!/bin/sh\n");
    assertThat(command.toFile().setExecutable(true)).isTrue();
    for (Path file : Pages.files(FOLDER)) {
      Files.writeString(
          folder.resolve(String.valueOf(file.getFileName())),
          Files.readString(file).replace("/opt/playloop/", folder + "/"));
    }
    String instance = unit.name().replace("@.", "@reasoner.");
    ProcessBuilder verify =
        new ProcessBuilder(
            "systemd-analyze", "verify", "--man=no", folder.resolve(instance).toString());
    verify.environment().put("SYSTEMD_UNIT_PATH", folder + ":");

    assertThat(Unpacked.ended(folder, verify)).isEqualTo(new Unpacked.Ended(0, ""));
  }

  @Test
  void theUsersCanBeMade() throws Exception {
    Programs.require("systemd-sysusers");
    Path etc = Files.createDirectories(folder.resolve("root/etc/sysusers.d"));
    Files.copy(FOLDER.resolve("playloop.sysusers"), etc.resolve("playloop.conf"));
    Unpacked.Ended ended =
        Unpacked.ended(
            folder, new ProcessBuilder("systemd-sysusers", "--root=" + folder.resolve("root")));

    assertThat(ended.code()).as(ended.said()).isZero();
    try (Stream<String> lines = Files.lines(folder.resolve("root/etc/passwd"))) {
      assertThat(lines).anyMatch(line -> line.startsWith("playloop-projector:"));
    }
  }
}
