package dev.playloop.worlds.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.playloop.testkit.Await;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

class FairConnectionsTest {
  private static Connection connection() {
    return (Connection)
        Proxy.newProxyInstance(
            FairConnectionsTest.class.getClassLoader(),
            new Class<?>[] {Connection.class},
            (self, method, args) -> null);
  }

  @Test
  void whoGivesOneBackAndAsksAgainComesAfterWhoWaits() throws Exception {
    FairConnections connections =
        new FairConnections(FairConnectionsTest::connection, 1, Duration.ofSeconds(30));
    List<String> order = new CopyOnWriteArrayList<>();
    Connection mine = connections.openConnection();
    Thread other =
        Thread.ofPlatform()
            .start(() -> {
              try {
                Connection got = connections.openConnection();
                order.add("the one who waited");
                connections.closeConnection(got);
              } catch (SQLException e) {
                order.add(String.valueOf(e));
              }
            });
    Await.until("the other one waits", () -> connections.waiting() > 0);
    connections.closeConnection(mine);
    Connection again = connections.openConnection();
    order.add("the one who asked again");
    connections.closeConnection(again);
    other.join();
    assertThat(order).containsExactly("the one who waited", "the one who asked again");
  }

  @Test
  void waitingEndsAsAnOutage() throws SQLException {
    FairConnections connections =
        new FairConnections(FairConnectionsTest::connection, 1, Duration.ofMillis(1));
    Connection mine = connections.openConnection();
    assertThatThrownBy(connections::openConnection)
        .isInstanceOf(SQLTransientConnectionException.class)
        .hasMessageContaining("none of the 1 connections came free within 1 ms")
        .satisfies(e -> assertThat(SqlTrouble.of(e)).isEqualTo(SqlTrouble.OUTAGE));
    connections.closeConnection(mine);
    assertThat(connections.openConnection()).isNotNull();
  }

  @Test
  void aConnectionThatCantBeOpenedLeavesItsPlaceFree() {
    FairConnections connections =
        new FairConnections(
            () -> {
              throw new SQLException("refused", "08001");
            },
            1,
            Duration.ofMillis(1));
    for (int i = 0; i < 3; i++) {
      assertThatThrownBy(connections::openConnection).hasMessage("refused");
    }
  }
}
