package dev.playloop.client;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * Carries out the fixtures' calls on the Java client: a line of JSON in, a line of JSON out.
 * `fixtures/README.md` says what the lines are. Time is what the judge says it is.
 */
final class Driver {
  private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(50);

  private final List<Map<String, Object>> ended = new ArrayList<>();
  private List<Map<String, Object>> problems = new ArrayList<>();
  private JudgesClock clock;
  private Clock lock = new Clock();
  private Playloop client;
  private volatile boolean held;
  private int running;
  private int count;

  public static void main(String[] args) throws IOException, InterruptedException {
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    Driver driver = new Driver();
    BlockingQueue<Map<String, Object>> orders = new LinkedBlockingQueue<>();
    Thread reader = new Thread(() -> driver.read(orders));
    reader.setDaemon(true);
    reader.start();
    while (true) {
      Map<String, Object> order = orders.take();
      if (order.isEmpty()) {
        System.exit(0);
      }
      StringBuilder line = new StringBuilder();
      try {
        Json.write(line, driver.answer(order));
      } catch (Refusal e) {
        throw new IllegalStateException(e);
      }
      out.println(line);
    }
  }

  private void read(BlockingQueue<Map<String, Object>> orders) {
    try (BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        Map<String, Object> order = Given.map(JsonReader.read(line));
        if (order.get("do").equals("held")) {
          held = (Boolean) order.get("held");
          settle();
        }
        if (!Boolean.TRUE.equals(order.get("held"))) {
          orders.add(order);
        }
      }
    } catch (IOException e) {
      // The judge has gone.
    }
    orders.add(Map.of());
  }

  private void settle() {
    JudgesClock judges = clock;
    if (judges != null) {
      judges.lock.lock();
      try {
        judges.settling.signalAll();
      } finally {
        judges.lock.unlock();
      }
    }
  }

  private Map<String, Object> answer(Map<String, Object> order) {
    Map<String, Object> answer = new LinkedHashMap<>();
    if (order.get("do").equals("held")) {
      return answer;
    }
    try {
      answer.put("returned", obey(order));
      settled(answer);
    } catch (InterruptedException | RuntimeException e) {
      answer.put("error", e + " " + Arrays.toString(e.getStackTrace()));
    }
    return answer;
  }

  private void settled(Map<String, Object> answer) throws InterruptedException {
    double next = Double.POSITIVE_INFINITY;
    lock.lock.lock();
    try {
      long limit = System.nanoTime() + PATIENCE_NS;
      while (clock != null
          && clock.parked.size() < running + (held || !client.isAlive() ? 0 : 1)) {
        if (System.nanoTime() > limit) {
          answer.put("error", "it does not come to rest");
          return;
        }
        boolean ignored = clock.settling.await(20, TimeUnit.MILLISECONDS);
      }
      if (clock != null && !clock.parked.isEmpty()) {
        next = Collections.min(clock.parked.values());
      }
      answer.put("next", Double.isInfinite(next) ? null : (Object) next);
      answer.put("problems", new ArrayList<>(problems));
      answer.put("ended", new ArrayList<>(ended));
      problems.clear();
      ended.clear();
    } finally {
      lock.lock.unlock();
    }
  }

  private Object obey(Map<String, Object> order) throws InterruptedException {
    switch ((String) order.get("do")) {
      case "open":
        return open(order);
      case "call":
        return client.send(Events.of(Given.text(order, "method"), Given.map(Given.special(order.get("args")))));
      case "change":
        return change();
      case "time":
        lock.lock.lock();
        try {
          clock.time = Given.number(order, "now").doubleValue();
          clock.wake();
        } finally {
          lock.lock.unlock();
        }
        return null;
      case "flush":
      case "close":
        begin(Given.text(order, "do"), Given.number(order, "ms").longValue());
        return null;
      case "flush-now":
        return client.flush(Given.number(order, "ms").longValue());
      case "stats":
        return stats(client.stats());
      case "describe":
        return client.toString();
      case "ulids":
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < Given.number(order, "count").intValue(); i++) {
          ids.add(Ulid.next());
        }
        return ids;
      case "speed":
        return speed(Given.number(order, "count").intValue());
      default:
        return null;
    }
  }

  private Object open(Map<String, Object> order) throws InterruptedException {
    if (client != null) {
      boolean ignored = client.close(0);
    }
    held = false;
    running = 0;
    count = 0;
    ended.clear();
    List<Map<String, Object>> heard = new ArrayList<>();
    problems = heard;
    boolean real = Boolean.TRUE.equals(order.get("real"));
    clock = real ? null : new JudgesClock();
    lock = real ? new Clock() : clock;
    Clock own = lock;
    Number chance = (Number) order.get("chance");
    try {
      Options options =
          new Options(Given.text(order, "url"), Given.text(order, "token"), Given.text(order, "source"));
      limit(options, Given.map(order.getOrDefault("options", Map.of())));
      options.onProblem(problem -> {
        own.lock.lock();
        try {
          heard.add(shown(problem));
        } finally {
          own.lock.unlock();
        }
        if (Boolean.TRUE.equals(order.get("deaf"))) {
          throw new IllegalStateException("the game's own fault");
        }
      });
      client =
          real
              ? new Playloop(options)
              : new Playloop(
                  options, new Playloop.Seams(clock, () -> "e" + ++count, chance::doubleValue));
    } catch (IllegalArgumentException e) {
      client = null;
      clock = null;
      return "refused: " + e.getMessage();
    }
    return true;
  }

  private static void limit(Options options, Map<String, Object> told) {
    options.queue(
        Given.or(told, "maxEvents", 10_000).intValue(), Given.or(told, "maxBytes", 8_388_608).longValue());
    options.batch(
        Given.or(told, "batchEvents", 100).intValue(),
        Given.or(told, "batchBytes", 1_000_000).intValue(),
        Given.or(told, "lingerMs", 50).doubleValue());
    options.times(
        Given.or(told, "requestTimeoutMs", 10_000).longValue(),
        Given.or(told, "backoffMs", 250).doubleValue(),
        Given.or(told, "backoffMaxMs", 30_000).doubleValue());
  }

  private boolean change() {
    Map<String, Object> state = new LinkedHashMap<>(Map.of("energy", 3));
    boolean given = client.send(Event.put("tally", "tally/plaza", "bob", "user", state));
    state.put("energy", 4);
    return given;
  }

  private void begin(String name, long ms) {
    JudgesClock own = clock;
    Playloop of = client;
    own.lock.lock();
    running++;
    own.lock.unlock();
    Thread thread = new Thread(() -> {
      boolean returned = false;
      try {
        returned = name.equals("flush") ? of.flush(ms) : of.close(ms);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      own.lock.lock();
      running--;
      ended.add(Map.of(name, returned));
      own.settling.signalAll();
      own.lock.unlock();
    });
    thread.setDaemon(true);
    thread.start();
  }

  private static Map<String, Object> shown(Problem problem) {
    Map<String, Object> shown = new LinkedHashMap<>();
    shown.put("kind", problem.kind().name().toLowerCase(java.util.Locale.ROOT));
    shown.put("id", problem.id());
    shown.put("status", problem.status() == 0 ? null : problem.status());
    shown.put("field", problem.field());
    shown.put("expected", problem.expected());
    shown.put("got", problem.got());
    shown.put("count", problem.count() == 0 ? null : problem.count());
    shown.put("detail", problem.detail());
    shown.values().removeIf(value -> value == null || value.equals(""));
    return shown;
  }

  private static Map<String, Object> stats(Stats stats) {
    Map<String, Object> shown = new LinkedHashMap<>();
    shown.put("taken", stats.taken());
    shown.put("accepted", stats.accepted());
    shown.put("coalesced", stats.coalesced());
    shown.put("dropped", stats.dropped());
    shown.put("refused", stats.refused());
    shown.put("waiting", stats.waiting());
    shown.put("cut", stats.cut());
    shown.put("retries", stats.retries());
    return shown;
  }

  private Map<String, Object> speed(int times) {
    long[] took = new long[times];
    for (int i = 0; i < times; i++) {
      long began = System.nanoTime();
      boolean ignored = client.send(Event.moved("tally", "tally/plaza", "bob-" + i % 1000, i, i));
      took[i] = System.nanoTime() - began;
    }
    Arrays.sort(took);
    return Map.of("p99", took[times * 99 / 100] / 1000.0, "max", took[times - 1] / 1000.0);
  }
}
