package dev.playloop.worlds.chain.crypto;

import com.swmansion.starknet.crypto.HashMethod;
import com.swmansion.starknet.crypto.StarknetCurve;
import com.swmansion.starknet.crypto.StarknetCurveSignature;
import com.swmansion.starknet.data.Cairo1ClassHashCalculator;
import com.swmansion.starknet.data.TransactionHashCalculator;
import com.swmansion.starknet.data.types.Cairo1ContractDefinition;
import com.swmansion.starknet.data.types.CasmContractDefinition;
import com.swmansion.starknet.data.types.DAMode;
import com.swmansion.starknet.data.types.ResourceBoundsMapping;
import com.swmansion.starknet.data.types.StarknetChainId;
import com.swmansion.starknet.data.types.TransactionVersion;
import com.swmansion.starknet.data.types.Uint128;
import com.swmansion.starknet.data.types.Uint64;
import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.GasBound;
import dev.playloop.worlds.chain.InvokeTransaction;
import dev.playloop.worlds.chain.ResourceBounds;
import dev.playloop.worlds.chain.Signature;
import dev.playloop.worlds.chain.declare.DeclareTransaction;
import java.math.BigInteger;
import java.util.List;

/// What starknet-jvm makes of our values.
public final class OtherLibrary {
  private OtherLibrary() {}

  public static com.swmansion.starknet.data.types.Felt felt(Felt word) {
    return new com.swmansion.starknet.data.types.Felt(word.value());
  }

  public static List<com.swmansion.starknet.data.types.Felt> felts(List<Felt> words) {
    return words.stream().map(OtherLibrary::felt).toList();
  }

  public static Felt ours(com.swmansion.starknet.data.types.Felt word) {
    return Felt.of(word.getValue());
  }

  public static BigInteger classHash(Cairo1ContractDefinition contract) {
    return Cairo1ClassHashCalculator.INSTANCE.computeSierraClassHash(contract).getValue();
  }

  public static BigInteger compiledClassHash(CasmContractDefinition contract, HashMethod method) {
    return Cairo1ClassHashCalculator.INSTANCE.computeCasmClassHash(contract, method).getValue();
  }

  public static Signature sign(Felt key, Felt hash) {
    StarknetCurveSignature signature = StarknetCurve.sign(felt(key), felt(hash));
    return new Signature(ours(signature.getR()), ours(signature.getS()));
  }

  public static boolean verifies(Felt publicKey, Felt hash, Signature signature) {
    return StarknetCurve.verify(
        felt(publicKey), felt(hash), felt(signature.r()), felt(signature.s()));
  }

  public static Felt hash(InvokeTransaction transaction, Felt chainId) {
    return ours(
        TransactionHashCalculator.calculateInvokeTxV3Hash(
            felt(transaction.sender()),
            felts(transaction.calldata()),
            new StarknetChainId(felt(chainId)),
            TransactionVersion.V3,
            felt(transaction.nonce()),
            new Uint64(BigInteger.ZERO),
            bounds(transaction.bounds()),
            List.of(),
            List.of(),
            DAMode.L1,
            DAMode.L1,
            List.of()));
  }

  public static Felt hash(DeclareTransaction transaction, Felt chainId) {
    return ours(
        TransactionHashCalculator.calculateDeclareV3TxHash(
            felt(transaction.declared().classHash()),
            new StarknetChainId(felt(chainId)),
            felt(transaction.sender()),
            TransactionVersion.V3,
            felt(transaction.nonce()),
            felt(transaction.compiledClassHash()),
            new Uint64(BigInteger.ZERO),
            bounds(transaction.bounds()),
            List.of(),
            List.of(),
            DAMode.L1,
            DAMode.L1));
  }

  /// The library has the gas of data in the middle.
  private static ResourceBoundsMapping bounds(ResourceBounds bounds) {
    return new ResourceBoundsMapping(
        bound(bounds.l1Gas()), bound(bounds.l1DataGas()), bound(bounds.l2Gas()));
  }

  private static com.swmansion.starknet.data.types.ResourceBounds bound(GasBound bound) {
    return new com.swmansion.starknet.data.types.ResourceBounds(
        new Uint64(BigInteger.valueOf(bound.maxAmount())), new Uint128(bound.maxPrice()));
  }
}
