package dev.playloop.worlds.emulator;

import dev.playloop.worlds.emulator.machine.MachineFault;
import dev.playloop.worlds.emulator.machine.Roms;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.concurrent.TimeoutException;
import tools.jackson.databind.json.JsonMapper;

/// Answers requests of mGBA-http's API, with its statuses and texts, and our own under `/playloop`:
/// `GET health`, `POST step?frames=n`, `POST pause`, `POST resume`, and `POST release`, which lets
/// go of all keys and forgets presses that wait. Callers wait on their own thread.
final class Api implements Handler {
  private static final String NOT_UNDERSTOOD =
      "Error executing command. See mGBA scripting window for details.";
  private static final String NOT_THERE =
      "Could not communicate with mGBA. Is mGBA running with mGBASocketServer.lua loaded?";
  private static final String TOO_LATE =
      "No response from mGBA within "
          + Emulator.ANSWER_MILLIS_MAX
          + "ms. Is mGBA running with the Lua script loaded?";
  private static final int FRAMES_MAX = 10_000;

  private final Emulator emulator;
  private final JsonMapper json = new JsonMapper();

  Api(Emulator emulator) {
    this.emulator = emulator;
  }

  @Override
  public Answer handle(Request request) throws InterruptedException {
    try {
      return request.path().startsWith("/playloop/") ? own(request) : script(request);
    } catch (BadRequest refused) {
      return Answer.problem(400, refused.text());
    } catch (TimeoutException late) {
      return Answer.problem(504, TOO_LATE);
    } catch (EmulatorGone | MachineFault gone) {
      return Answer.problem(502, NOT_THERE + " (" + gone.getMessage() + ")");
    }
  }

  private Answer script(Request request) throws BadRequest, TimeoutException, InterruptedException {
    Routes.Route route = Routes.at(request.path()).orElse(null);
    if (route == null) {
      return Answer.problem(404, "");
    }
    if (!route.verb().equals(request.method())) {
      return Answer.problem(405, "");
    }
    Message message = route.message(request);
    refuseForeignFile(message);
    String answer = emulator.send(message);
    return switch (answer) {
      case Script.ERROR -> Answer.problem(502, NOT_UNDERSTOOD);
      case Script.SUCCESS -> Answer.ok("");
      default -> Answer.ok(answer);
    };
  }

  /// The script refuses it too, but without a word why.
  private void refuseForeignFile(Message message) throws BadRequest {
    switch (message.type()) {
      case "core.screenshot", "core.saveStateFile", "core.loadStateFile" -> {
        try {
          emulator.folders().file(message.value(0));
        } catch (ScriptError refused) {
          throw new BadRequest(String.valueOf(refused.getMessage()));
        }
      }
      default -> {
        // Names no file.
      }
    }
  }

  private Answer own(Request request) throws BadRequest {
    return switch (request.method() + " " + request.path()) {
      case "GET /playloop/health" -> health();
      case "POST /playloop/step" -> Answer.ok(Long.toString(emulator.step(frames(request))));
      case "POST /playloop/pause" -> {
        emulator.pause();
        yield Answer.ok("");
      }
      case "POST /playloop/resume" -> {
        emulator.resume();
        yield Answer.ok("");
      }
      case "POST /playloop/release" -> release();
      default -> Answer.problem(404, "");
    };
  }

  private Answer release() {
    return emulator.control(console -> {
      console.keys().forget();
      return Answer.ok("");
    });
  }

  private static int frames(Request request) throws BadRequest {
    String text = request.first("frames").orElse("1");
    try {
      int frames = Integer.parseInt(text);
      if (frames >= 1 && frames <= FRAMES_MAX) {
        return frames;
      }
    } catch (NumberFormatException e) {
      // Refused below, like a number out of range.
    }
    throw new BadRequest("`frames` must be 1 to " + FRAMES_MAX + ", is `" + text + "`");
  }

  private Answer health() {
    Health health =
        emulator.control(console ->
            ApiHealthBuilder.builder()
                .core(console.machine().core())
                .game(Roms.code(console.machine().rom()))
                .title(Roms.title(console.machine().rom()))
                .frame(console.machine().frames())
                .paused(emulator.isPaused())
                .pace(emulator.pace().toString())
                .build());
    return Answer.json(json.writeValueAsString(health));
  }

  @RecordBuilder
  record Health(String core, String game, String title, long frame, boolean paused, String pace) {}
}
