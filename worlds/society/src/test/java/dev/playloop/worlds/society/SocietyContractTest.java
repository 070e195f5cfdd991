package dev.playloop.worlds.society;

import dev.playloop.schemas.event.Action;
import dev.playloop.testkit.NeedsInfra;
import dev.playloop.worlds.model.OutboxContract;
import dev.playloop.worlds.model.TestExecutor;
import dev.playloop.worlds.model.WorldSource;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/// The society keeps what every world owes.
@NeedsInfra
class SocietyContractTest extends OutboxContract {
  private TestSociety society;

  @BeforeEach
  void open() {
    society = TestSociety.seeded();
    society.execute("update users set gold = 100 where id = 'ada'");
  }

  @AfterEach
  void close() {
    society.close();
  }

  @Override
  protected TestExecutor<?> actions() {
    return society.actions;
  }

  @Override
  protected Action write(String run) {
    return TestSociety.action(run, "ada", "buy_item", "{\"itemName\":\"food\"}");
  }

  @Override
  protected Action refusedWrite(String run) {
    return TestSociety.action(run, "cal", "buy_item", "{\"itemName\":\"food\",\"quantity\":10}");
  }

  @Override
  protected void allowWhatWasRefused() {
    society.execute("update users set gold = 1000 where id = 'cal'");
  }

  @Override
  protected List<BadCall> badCalls() {
    return List.of(
        new BadCall(
            TestSociety.action(
                "bad-1", "ada", "buy_item", "{\"itemName\":\"food\",\"quantity\":-10}"),
            "quantity"),
        new BadCall(TestSociety.action("bad-2", "ada", "buy_item", "{}"), "itemName"),
        new BadCall(
            TestSociety.action("bad-3", "ada", "do_work", "{\"jobType\":\"mining\",\"pay\":9}"),
            "pay"));
  }

  @Override
  protected long effects() {
    return society.number("select coalesce(sum(quantity), 0) from inventory where user_id = 'ada'");
  }

  @Override
  protected Object state() {
    return society.everything();
  }

  @Override
  protected WorldSource outbox() {
    return new SocietyOutbox(society.database);
  }

  @Override
  protected List<Action> noticedWrites(int hops) {
    return List.of(
        chained(hops, "send_message", "{\"userId\":\"bea\",\"content\":\"Hello\"}"),
        chained(hops, "create_post", "{\"content\":\"Hello @Bea\"}"));
  }

  private static Action chained(int hops, String tool, String args) {
    return TestSociety.action("chained-" + tool, "ada", tool, args, hops);
  }
}
