package dev.playloop.worlds.emulator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.worlds.emulator.machine.Hex;
import dev.playloop.worlds.emulator.machine.Roms;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.CRC32;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The API of mGBA-http 0.10, request by request, as the real one was seen to answer. Each machine
/// extends this class.
abstract class ApiContract extends ApiCase {
  ApiContract(TestEmulator emulator) {
    super(emulator);
  }

  @Test
  void tellsWhatGameThisIs() {
    byte[] rom = Roms.bundled();
    CRC32 crc = new CRC32();
    crc.update(rom);
    assertThat(get("/core/getgametitle")).isEqualTo(Roms.title(rom)).isNotEmpty();
    assertThat(get("/core/getgamecode")).isEqualTo(Roms.code(rom)).startsWith("AGB-");
    assertThat(get("/core/romsize")).isEqualTo(Integer.toString(rom.length));
    assertThat(get("/core/checksum")).isEqualTo(Long.toString(crc.getValue()));
    assertThat(get("/core/platform")).isEqualTo("0");
    assertThat(get("/core/frequency")).isEqualTo("16777216");
    assertThat(get("/core/framecycles")).isEqualTo("280896");
  }

  @Test
  void numbersAreDecimalAndAddressesEither() {
    assertThat(post("/core/write32?address=" + SCRATCH + "&value=287454020")).isEmpty();
    assertThat(get("/core/read8?address=" + SCRATCH)).isEqualTo("68");
    assertThat(get("/core/read8?address=33814528")).isEqualTo("68");
    assertThat(get("/core/read16?address=" + SCRATCH)).isEqualTo("13124");
    assertThat(get("/core/read32?address=" + SCRATCH)).isEqualTo("287454020");
    assertThat(get("/core/read32?address=0x0203F801")).as("turned").isEqualTo("1141973555");
    assertThat(get("/core/read16?address=0x0203F801")).as("turned").isEqualTo("1140850739");
    assertThat(get("/core/readrange?address=" + SCRATCH + "&length=5")).isEqualTo("44,33,22,11,00");
    assertThat(get("/core/readrange?address=" + SCRATCH + "&length=0")).isEmpty();
  }

  @Test
  void writesKeepTheLowestBits() {
    post("/core/write8?address=" + SCRATCH + "&value=300");
    assertThat(get("/core/read8?address=" + SCRATCH)).isEqualTo("44");
    post("/core/write16?address=" + SCRATCH + "&value=65537");
    assertThat(get("/core/read16?address=" + SCRATCH)).isEqualTo("1");
    post("/core/write32?address=" + SCRATCH + "&value=-1");
    assertThat(get("/core/read32?address=" + SCRATCH)).isEqualTo("4294967295");
    post("/core/write16?address=0x0203F805&value=258");
    assertThat(get("/core/readrange?address=0x0203F804&length=4"))
        .as("an odd address is made even")
        .isEqualTo("02,01,00,00");
  }

  @Test
  void pathsAndNamesOfParametersTakeAnyCase() {
    post("/CORE/Write8?ADDRESS=" + SCRATCH + "&Value=7");
    assertThat(get("/Core/READ8?Address=" + SCRATCH)).isEqualTo("7");
    post("/MGBA-HTTP/Button/Hold?BUTTON=select&DURATION=3");
    emulator.frames(1);
    assertThat(get("/core/getkeys")).isEqualTo("4");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "GET  | /core/read8                               | string address",
        "POST | /core/write8?address=0x02000000           | int value",
        "POST | /mgba-http/button/tap                     | ButtonEnum button",
        "POST | /mgba-http/button/hold?button=A           | int duration",
        "GET  | /core/readrange?address=0x02000000        | string length",
        "POST | /core/savestatefile                       | string path",
        "GET  | /memorydomain/read8?memoryDomain=wram     | string address",
        "POST | /core/addkey                              | int key"
      })
  void missingParameterIsNamed(String verb, String path, String parameter) {
    Client.Got got = client.send(path, verb, "");
    assertThat(got.status()).isEqualTo(400);
    assertThat(got.text())
        .isEqualTo("Required parameter \"" + parameter + "\" was not provided from query string.");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "/core/write8?address=0x02000000&value=0x12    | int value          | 0x12",
        "/core/write8?address=0x02000000&value=5000000000 | int value       | 5000000000",
        "/mgba-http/button/tap?button=Jump             | ButtonEnum button  | Jump",
        "/mgba-http/button/tapmany?buttons=A&buttons=Q | ButtonEnum[] buttons | Q",
        "/mgba-http/button/hold?button=A&duration=long | int duration       | long",
        "/core/savestatefile?path=/tmp/x&flags=all     | int flags          | all",
        "/core/addkey?key=A                            | int key            | A"
      })
  void unreadableParameterIsNamed(String path, String parameter, String value) {
    Client.Got got = client.post(path);
    assertThat(got.status()).isEqualTo(400);
    assertThat(got.text())
        .isEqualTo("Failed to bind parameter \"" + parameter + "\" from \"" + value + "\".");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/core/read8?address=nowhere",
        "/core/readrange?address=0x02000000&length=many",
        "/core/readrange?address=0x02000000&length=-1",
        "/core/readrange?address=0x02000000&length=99999999",
        "/memorydomain/size?memoryDomain=attic",
        "/core/readregister?regName=pc"
      })
  void whatTheScriptCannotDoIsABadGateway(String path) {
    Client.Got got = client.get(path);
    assertThat(got.status()).isEqualTo(502);
    assertThat(got.text()).isEqualTo(NOT_UNDERSTOOD);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/core/step",
        "/core/loadfile?path=x.gba",
        "/mgba-http/extension/loadfile?path=x.gba",
        "/core/autoloadsave"
      })
  void whatIsNotBuiltSaysSo(String path) {
    assertThat(client.post(path).status()).isEqualTo(502);
  }

  @Test
  void unknownPathsAndWrongVerbs() {
    assertThat(client.get("/buttons/press").status()).isEqualTo(404);
    assertThat(client.get("/core/tap").status()).isEqualTo(404);
    assertThat(client.get("/").status()).isEqualTo(404);
    assertThat(client.get("/playloop/cheat").status()).isEqualTo(404);
    assertThat(client.get("/core/write8?address=0x02000000&value=1").status()).isEqualTo(405);
    assertThat(client.post("/core/currentFrame").status()).isEqualTo(405);
    assertThat(client.send("/core/getkeys", "DELETE", "").status()).isEqualTo(405);
  }

  @Test
  void bodyHasABound() {
    Client.Got got = client.send("/core/loadstatebuffer", "POST", "0".repeat(5 * 1024 * 1024));
    assertThat(got.status()).isEqualTo(413);
  }

  @Test
  void screenshotIsAPictureOfTheScreen() throws IOException {
    emulator.frames(3);
    Path file = folder.resolve("shot.png");
    assertThat(post("/core/screenshot?path=" + file)).isEmpty();
    BufferedImage picture = ImageIO.read(file.toFile());
    assertThat(picture.getWidth()).isEqualTo(240);
    assertThat(picture.getHeight()).isEqualTo(160);
    assertThat(picture.getRGB(0, 0, 240, 160, null, 0, 240))
        .isEqualTo(
            ImageIO.read(new ByteArrayInputStream(emulator.png()))
                .getRGB(0, 0, 240, 160, null, 0, 240));
    assertThat(post("/core/screenshot?path=" + folder.resolve("no/folder/x.png"))).isEmpty();
  }

  @Test
  void memoriesHaveNames() {
    assertThat(List.of(get("/coreadapter/memory").split(",", -1)))
        .contains("wram", "iwram", "io", "vram", "oam", "palette", "bios", "cart0");
    assertThat(get("/memorydomain/base?memoryDomain=iwram")).isEqualTo("50331648");
    assertThat(get("/memorydomain/size?memoryDomain=wram")).isEqualTo("262144");
    assertThat(get("/memorydomain/bound?memoryDomain=iwram")).isEqualTo("50364416");
    post("/memorydomain/write16?memoryDomain=wram&address=0x3F800&value=4660");
    assertThat(get("/core/read16?address=" + SCRATCH)).isEqualTo("4660");
    assertThat(get("/memorydomain/read8?memoryDomain=wram&address=0x3F801")).isEqualTo("18");
    assertThat(get("/memorydomain/readrange?memoryDomain=wram&address=0x3F800&length=3"))
        .isEqualTo("34,12,00");
    String title = get("/memorydomain/readrange?memoryDomain=cart0&address=0xA0&length=4");
    assertThat(new String(Hex.bytes(title), StandardCharsets.US_ASCII))
        .isEqualTo(Roms.title(Roms.bundled()).substring(0, 4));
  }

  /// As libmgba 0.10.1 answered a script of ours.
  @Test
  void memoriesAreReadPlainly() {
    post("/core/write32?address=" + SCRATCH + "&value=287454020");
    String wram = "?memoryDomain=wram&address=0x3F801";
    assertThat(get("/memorydomain/read16" + wram)).as("made even, not turned").isEqualTo("13124");
    assertThat(get("/memorydomain/read32" + wram)).isEqualTo("287454020");
    String behind = "?memoryDomain=iwram&address=0x8000";
    assertThat(get("/memorydomain/read8" + behind)).isEqualTo("0");
    assertThat(post("/memorydomain/write8" + behind + "&value=1")).isEmpty();
    assertThat(get("/memorydomain/readrange?memoryDomain=iwram&address=0x7FFE&length=4"))
        .hasSize(11)
        .endsWith(",00,00");
    assertThat(get("/memorydomain/name?memoryDomain=wram")).isEqualTo("EWRAM");
    assertThat(get("/memorydomain/name?memoryDomain=cart1")).isEqualTo("ROM WS1");
  }

  @Test
  void singleBytesGoWhereTheConsoleLetsThem() {
    post("/core/write8?address=0x06012C01&value=18");
    assertThat(get("/core/read16?address=0x06012C00")).as("into both halves").isEqualTo("4626");
    String sprites = get("/core/read16?address=0x07000000");
    post("/core/write8?address=0x07000000&value=18");
    assertThat(get("/core/read16?address=0x07000000")).isEqualTo(sprites);
    String title = get("/core/read8?address=0x080000A0");
    post("/core/write8?address=0x080000A0&value=18");
    assertThat(get("/core/read8?address=0x080000A0")).isEqualTo(title);
  }

  @Test
  void operatorsStepPauseReleaseAndAsk() {
    long frame = emulator.frame();
    assertThat(post("/playloop/step?frames=25")).isEqualTo(Long.toString(frame + 25));
    assertThat(post("/playloop/step")).isEqualTo(Long.toString(frame + 26));
    assertThat(client.post("/playloop/step?frames=0").status()).isEqualTo(400);
    assertThat(client.post("/playloop/step?frames=10001").status()).isEqualTo(400);
    assertThat(client.post("/playloop/step?frames=x").text()).contains("1 to 10000");
    post("/core/setkeys?keys=3");
    post("/mgba-http/button/hold?button=Up&duration=500");
    post("/playloop/release");
    emulator.frames(2);
    assertThat(get("/core/getkeys")).isEqualTo("0");
    post("/playloop/pause");
    Client.Got health = client.get("/playloop/health");
    assertThat(health.text())
        .contains("\"paused\":true", "\"game\":\"" + Roms.code(Roms.bundled()) + "\"");
    post("/playloop/resume");
    assertThat(client.get("/playloop/health").text()).contains("\"paused\":false");
  }
}
