package dev.playloop.worlds.chain.account;

import dev.playloop.http.Secret;
import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.Printable;
import dev.playloop.schemas.config.ConfigFile;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.worlds.chain.AccountKey;
import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.crypto.KeySigner;
import dev.playloop.worlds.model.CannotOpenWorld;
import dev.playloop.worlds.secret.SecretFile;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// The accounts that this executor signs for, by its own file: whatever that does not name is
/// refused before anything is signed. Thread-safe.
///
/// ```yaml
/// - account: 0x64b4…
///   agents: [eternum/ada]
///   key: {file: ada.key}
///   caps: {perAction: '50000000000000000', perDay: '1000000000000000000'}
/// ```
public final class AccountBook implements AutoCloseable {
  private static final int MAX_BYTES = 256 * 1024;
  private static final int MAX_ACCOUNTS = 1_000;
  private static final int SHOWN = 80;
  private static final Duration REMOTE_LIMIT = Duration.ofSeconds(10);

  private final Map<Felt, AccountLine> lines;
  private final Map<Felt, SigningAccount> accounts;
  private final SigningPool pool;
  private final List<RemoteSigner> remotes;

  private AccountBook(
      Map<Felt, AccountLine> lines,
      Map<Felt, SigningAccount> accounts,
      SigningPool pool,
      List<RemoteSigner> remotes) {
    this.lines = lines;
    this.accounts = accounts;
    this.pool = pool;
    this.remotes = remotes;
  }

  /// Reads the file and every key that it names. Throws [InvalidFileException], which names lines
  /// and fields, and [CannotOpenWorld] where a key or a token can't be read.
  public static AccountBook read(Path file) {
    return read(file, AccountBook::starkKey, true);
  }

  /// As [#read], of another kind of chain than Starknet, whose keys are in files only: who signs
  /// elsewhere signs for Starknet.
  public static AccountBook read(Path file, KeyReader keys) {
    return read(file, keys, false);
  }

  private static AccountBook read(Path file, KeyReader keys, boolean remote) {
    ConfigFile config = ConfigFile.of(file.getFileName().toString(), bytes(file));
    List<AccountLine> all = config.listOf(AccountLine.class, line -> line.account().hex());
    if (all.size() > MAX_ACCOUNTS) {
      throw CannotOpenWorld.setting(
          file + " has " + all.size() + " accounts", "At most " + MAX_ACCOUNTS + " are read.");
    }
    for (AccountLine line : all) {
      if (!remote && line.key().file() == null) {
        throw CannotOpenWorld.setting(
            "the key of account " + line.account() + " is elsewhere, and must be in a file here",
            "Write key: {file: …}.");
      }
    }
    return opened(all, Objects.requireNonNull(file.toAbsolutePath().getParent()), keys);
  }

  private static AccountBook opened(List<AccountLine> all, Path folder, KeyReader keys) {
    SigningPool pool = SigningPool.ofAllCores();
    List<RemoteSigner> remotes = new ArrayList<>();
    boolean opened = false;
    try {
      Map<Felt, AccountLine> lines = new LinkedHashMap<>();
      Map<Felt, SigningAccount> accounts = new LinkedHashMap<>();
      for (AccountLine line : all) {
        AccountKey signer =
            line.key().file() == null
                ? remote(line.key(), folder, remotes)
                : local(line, folder.resolve(line.key().file()), pool, keys);
        lines.put(line.account(), line);
        accounts.put(
            line.account(), new SigningAccount(line.account(), signer, line.caps(), line.calls()));
      }
      AccountBook book = new AccountBook(lines, accounts, pool, remotes);
      opened = true;
      return book;
    } finally {
      if (!opened) {
        remotes.forEach(RemoteSigner::close);
        pool.close();
      }
    }
  }

  private static byte[] bytes(Path file) {
    try (InputStream in = Files.newInputStream(file)) {
      byte[] bytes = in.readNBytes(MAX_BYTES + 1);
      if (bytes.length > MAX_BYTES) {
        throw CannotOpenWorld.setting(
            file + " has more than " + MAX_BYTES + " bytes", "Name a file of accounts.");
      }
      return bytes;
    } catch (IOException e) {
      throw CannotOpenWorld.setting(
          "the file of accounts " + file + " can't be read: " + e.getClass().getSimpleName(),
          "Write it, or name another one.");
    }
  }

  private static RemoteSigner remote(KeyReference key, Path folder, List<RemoteSigner> remotes) {
    RemoteSigner remote =
        RemoteSigner.of(
            URI.create(Objects.requireNonNull(key.remote())),
            token(folder.resolve(Objects.requireNonNull(key.tokenFile()))),
            Objects.requireNonNull(key.publicKey()),
            REMOTE_LIMIT);
    remotes.add(remote);
    return remote;
  }

  private static AccountKey starkKey(Felt account, byte[] text, SigningPool pool) {
    return pool.beside(KeySigner.reading(text));
  }

  private static AccountKey local(AccountLine line, Path file, SigningPool pool, KeyReader keys) {
    byte[] text = SecretFile.read("the key", file);
    try {
      return keys.read(line.account(), text, pool);
    } catch (InvalidValueException e) {
      throw CannotOpenWorld.setting(
          "the key in " + file + " is none: " + e.getMessage(),
          "Write the private key as 0x and hex digits.");
    } finally {
      Arrays.fill(text, (byte) 0);
    }
  }

  private static Secret token(Path file) {
    byte[] text = SecretFile.read("the token", file);
    try {
      String token = new String(text, StandardCharsets.US_ASCII).strip();
      if (token.isEmpty() || !token.chars().allMatch(c -> c > ' ' && c < 0x7f)) {
        throw CannotOpenWorld.setting(
            "the token in " + file + " is none", "Write one word of printable ASCII.");
      }
      return new Secret(token);
    } finally {
      Arrays.fill(text, (byte) 0);
    }
  }

  /// Whether the agent may act as this account.
  ///
  /// @param actor an address, as an agent's configuration has it
  public AccountChoice find(AgentId agent, String actor) {
    try {
      return find(agent, Felt.parse("actor", actor));
    } catch (InvalidValueException e) {
      return new AccountChoice.Refused(
          "the agent's actor is no address of an account: " + Printable.brief(actor, SHOWN));
    }
  }

  /// Whether the agent may act as this account.
  public AccountChoice find(AgentId agent, Felt account) {
    AccountLine line = lines.get(account);
    if (line == null) {
      return new AccountChoice.Refused(
          "account " + account + " is none that this executor signs for");
    }
    if (!line.admits(agent)) {
      return new AccountChoice.Refused("agent " + agent + " may not act as account " + account);
    }
    return new AccountChoice.Allowed(Objects.requireNonNull(accounts.get(account)));
  }

  /// In the order of the file.
  public Collection<SigningAccount> accounts() {
    return List.copyOf(accounts.values());
  }

  @Override
  public void close() {
    remotes.forEach(RemoteSigner::close);
    pool.close();
  }
}
