package dev.playloop.worlds.chain.evm;

import dev.playloop.worlds.chain.ContractCall;
import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.ResourceBounds;
import dev.playloop.worlds.chain.backend.CallPreview;
import dev.playloop.worlds.chain.backend.SignedAttempt;
import dev.playloop.worlds.chain.backend.Submitter;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;

/// Single questions and transactions on an anvil that makes blocks when it is told. Each test has
/// an account of its own.
@Tag("slow")
@SuppressWarnings("NullAway.Init") // each test opens first
abstract class EvmNodeCase {
  static final EvmFees FEES =
      new EvmFees(200_000, BigInteger.valueOf(50_000_000_000L), BigInteger.TWO.pow(30));

  private static final Map<EvmStyle, AnvilPlace> PLACES = new EnumMap<>(EvmStyle.class);

  AnvilPlace place;
  EvmBackend backend;
  EvmSubmitter submitter;
  EvmKey key;

  @AfterAll
  static void close() {
    PLACES.values().forEach(AnvilPlace::close);
    PLACES.clear();
  }

  final void open(EvmStyle style) throws InterruptedException {
    AnvilPlace open = PLACES.get(style);
    if (open == null) {
      open = new AnvilPlace(AnvilProgram.found(), true, style);
      PLACES.put(style, open);
    }
    place = open;
    key = place.key(place.nextAccount());
    EvmContracts contracts =
        new EvmContracts(Map.of(place.contract(), ContractAbi.read(LedgerFiles.abi())));
    backend = new EvmBackend(place.node(), contracts, style);
    submitter = new EvmSubmitter(place.node(), contracts, style, place.node().chainId());
  }

  final ContractCall call(String line) {
    List<String> words = Arrays.asList(line.split(" "));
    return new ContractCall(
        place.contract(),
        words.getFirst(),
        words.subList(1, words.size()).stream().map(Felt::hex).toList());
  }

  final CallPreview preview(String line) throws InterruptedException {
    return backend.preview(key.address(), 0, List.of(call(line)));
  }

  final SignedAttempt signed(long nonce, EvmFees fees, String line) throws InterruptedException {
    return signed(nonce, fees.bounds(), line);
  }

  final SignedAttempt signed(long nonce, ResourceBounds bounds, String line)
      throws InterruptedException {
    return submitter.sign(
        new Submitter.Unsigned(key.address(), nonce, bounds, List.of(call(line))), key);
  }
}
