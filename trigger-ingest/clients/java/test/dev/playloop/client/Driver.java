package dev.playloop.client;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;

/**
 * Carries out the fixtures' calls on the Java client: a line of JSON in, a line of JSON out.
 * `fixtures/README.md` says what the lines are. Time is what the judge says it is.
 */
final class Driver {
  private static final long EPOCH = 1_769_860_800_000L; // 2026-01-31T12:00:00Z
  private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(4);

  private final List<Map<String, Object>> ended = new ArrayList<>();
  private List<Map<String, Object>> problems = new ArrayList<>();
  private JudgesClock clock;
  private Clock lock = new Clock();
  private Playloop client;
  private volatile boolean held;
  private int running;
  private int count;

  /** Those who wait are parked until the judge's time has come to where they wait for. */
  private static final class JudgesClock extends Clock {
    private final Condition settling = lock.newCondition();
    private final Map<Thread, Double> parked = new HashMap<>();
    private double time;

    @Override
    double now() {
      return time;
    }

    @Override
    long wall() {
      return EPOCH + (long) time;
    }

    @Override
    void await(double until) throws InterruptedException {
      parked.put(Thread.currentThread(), until);
      settling.signalAll();
      while (parked.containsKey(Thread.currentThread())) {
        changed.await();
      }
    }

    @Override
    void wake() {
      parked.clear();
      super.wake();
    }
  }

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
        Map<String, Object> order = map(JsonReader.read(line));
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
        return client.send(event(text(order, "method"), map(special(order.get("args")))));
      case "change":
        return change();
      case "time":
        lock.lock.lock();
        try {
          clock.time = number(order, "now").doubleValue();
          clock.wake();
        } finally {
          lock.lock.unlock();
        }
        return null;
      case "flush":
      case "close":
        begin(text(order, "do"), number(order, "ms").longValue());
        return null;
      case "flush-now":
        return client.flush(number(order, "ms").longValue());
      case "stats":
        return stats(client.stats());
      case "describe":
        return client.toString();
      case "ulids":
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < number(order, "count").intValue(); i++) {
          ids.add(Ulid.next());
        }
        return ids;
      case "speed":
        return speed(number(order, "count").intValue());
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
          new Options(text(order, "url"), text(order, "token"), text(order, "source"));
      limit(options, map(order.getOrDefault("options", Map.of())));
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
        or(told, "maxEvents", 10_000).intValue(), or(told, "maxBytes", 8_388_608).longValue());
    options.batch(
        or(told, "batchEvents", 100).intValue(),
        or(told, "batchBytes", 1_000_000).intValue(),
        or(told, "lingerMs", 50).doubleValue());
    options.times(
        or(told, "requestTimeoutMs", 10_000).longValue(),
        or(told, "backoffMs", 250).doubleValue(),
        or(told, "backoffMaxMs", 30_000).doubleValue());
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

  private static Event event(String method, Map<String, Object> args) {
    String world = text(args, "world");
    String scene = text(args, "scene");
    String entity = text(args, "entity");
    Event event = switch (method) {
      case "trigger" -> trigger(args);
      case "put" -> Event.put(world, scene, entity, text(args, "kind"), args.get("state"));
      case "moved" ->
          Event.moved(
              world, scene, entity, number(args, "x").intValue(), number(args, "y").intValue());
      case "removed" -> Event.removed(world, scene, entity);
      case "actorMoved" -> Event.actorMoved(world, scene, text(args, "actor"), text(args, "to"));
      case "happening" ->
          Event.happening(world, scene, text(args, "kind"), text(args, "text"), args.get("data"));
      default -> Event.of(text(args, "type"), args.get("data"));
    };
    if (args.containsKey("version")) {
      event.version(number(args, "version").longValue());
    }
    if (args.containsKey("id")) {
      event.id(text(args, "id"));
    }
    if (args.containsKey("at")) {
      event.at(OffsetDateTime.parse(text(args, "at")));
    }
    return event;
  }

  private static Event trigger(Map<String, Object> args) {
    Event event = Event.trigger(text(args, "agent"), text(args, "kind"));
    args.forEach((name, value) -> {
      switch (name) {
        case "subject" -> event.subject(text(map(value), "type"), text(map(value), "id"));
        case "text" -> event.text((String) value);
        case "data" -> event.data(value);
        case "replyTo" -> event.replyTo((String) value);
        case "priority" -> event.priority(((Number) value).intValue());
        case "hops" -> event.hops(((Number) value).intValue());
        default -> { }
      }
    });
    return event;
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

  private static Object special(Object value) {
    if (value instanceof List<?> list) {
      List<Object> all = new ArrayList<>();
      list.forEach(each -> all.add(special(each)));
      return all;
    }
    if (!(value instanceof Map<?, ?> map)) {
      return value;
    }
    if (map.containsKey("$")) {
      return made(map(map));
    }
    Map<String, Object> all = new LinkedHashMap<>();
    map.forEach((name, each) -> all.put((String) name, special(each)));
    return all;
  }

  private static Object made(Map<String, Object> told) {
    switch (text(told, "$")) {
      case "nan":
        return Map.of("n", Double.NaN);
      case "cycle":
        List<Object> circle = new ArrayList<>();
        circle.add(circle);
        return circle;
      case "deep":
        Object deep = 0;
        for (int i = 0; i < number(told, "levels").intValue(); i++) {
          deep = Arrays.asList(deep);
        }
        return deep;
      default:
        return ((String) told.getOrDefault("unit", "x")).repeat(number(told, "length").intValue());
    }
  }

  @SuppressWarnings("unchecked") // what the reader makes has such keys
  private static Map<String, Object> map(Object value) {
    return (Map<String, Object>) value;
  }

  private static String text(Map<String, Object> map, String name) {
    return (String) map.get(name);
  }

  private static Number number(Map<String, Object> map, String name) {
    return (Number) map.get(name);
  }

  private static Number or(Map<String, Object> map, String name, Number otherwise) {
    return (Number) map.getOrDefault(name, otherwise);
  }
}
