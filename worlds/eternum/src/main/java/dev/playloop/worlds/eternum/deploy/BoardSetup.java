package dev.playloop.worlds.eternum.deploy;

import dev.playloop.worlds.chain.ContractCall;
import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.node.BlockTag;
import java.util.ArrayList;
import java.util.List;

/// Makes a board, part by part. Each part is one transaction that the contract takes once only, so
/// a run that was killed anywhere is repeated, and nothing is granted twice. Used by one thread.
public final class BoardSetup {
  private final AdminAccount admin;
  private final Felt setup;

  private BoardSetup(AdminAccount admin, Felt setup) {
    this.admin = admin;
    this.setup = setup;
  }

  /// Makes what is missing of the board; what is there stays as it was played since. Throws
  /// [DeploymentFailed].
  public static void make(AdminAccount admin, DeployedGame game, GameBoard board)
      throws InterruptedException {
    BoardSetup made = new BoardSetup(admin, game.address("setup"));
    for (Part part : made.parts(board)) {
      made.once(part);
    }
  }

  /// @param step what is kept of it on the chain
  private record Part(String step, List<ContractCall> calls) {}

  private void once(Part part) throws InterruptedException {
    List<Felt> step = List.of(Felt.shortString(part.step()));
    ContractCall asked = new ContractCall(setup, "is_done", step);
    if (!admin.node().call(asked, BlockTag.PRE_CONFIRMED).equals(List.of(Felt.ONE))) {
      List<ContractCall> calls = new ArrayList<>();
      calls.add(new ContractCall(setup, "once", step));
      calls.addAll(part.calls());
      admin.invoke(calls);
    }
  }

  private List<Part> parts(GameBoard board) {
    Felt game = Felt.of(board.gameId());
    List<Part> parts = new ArrayList<>();
    parts.add(
        new Part(
            board.gameId() + ".config", List.of(call(game, "configure", board.config().words()))));
    for (BoardStructure structure : board.structures()) {
      List<ContractCall> calls = new ArrayList<>();
      calls.add(call(game, "structure", structure.words()));
      if (!structure.stocks().isEmpty()) {
        calls.add(
            call(game, "grant", listed(List.of(Felt.of(structure.id())), structure.stocks())));
      }
      parts.add(new Part(board.gameId() + ".structure." + structure.id(), calls));
    }
    for (GameBoard.Pool pool : board.pools()) {
      List<Felt> words =
          List.of(
              Felt.of(pool.bankId()),
              Felt.of(pool.resource()),
              pool.resourceAmount(),
              pool.lordsAmount());
      String step = board.gameId() + ".pool." + pool.bankId() + "." + pool.resource();
      parts.add(new Part(step, List.of(call(game, "pool", words))));
    }
    for (GameBoard.Monument monument : board.monuments()) {
      List<Felt> head = List.of(Felt.of(monument.structureId()), Felt.of(monument.pointsPerUnit()));
      String step = board.gameId() + ".hyper." + monument.structureId();
      parts.add(
          new Part(step, List.of(call(game, "hyperstructure", listed(head, monument.needed())))));
    }
    return parts;
  }

  private ContractCall call(Felt game, String entrypoint, List<Felt> words) {
    List<Felt> calldata = new ArrayList<>(List.of(game));
    calldata.addAll(words);
    return new ContractCall(setup, entrypoint, calldata);
  }

  private static List<Felt> listed(List<Felt> head, List<BoardStructure.Stock> stocks) {
    List<Felt> words = new ArrayList<>(head);
    words.add(Felt.of(stocks.size()));
    for (BoardStructure.Stock stock : stocks) {
      words.add(Felt.of(stock.resource()));
      words.add(stock.amount());
    }
    return words;
  }
}
