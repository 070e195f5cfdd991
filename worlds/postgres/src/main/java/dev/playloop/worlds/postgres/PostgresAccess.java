package dev.playloop.worlds.postgres;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.BufferedWriter;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// Who may come into an embedded server: with the password of this start, and nobody else. The
/// world is a role that owns its database and is no superuser, so that nothing in it reaches the
/// machine; the superuser's password is known to this object only. Passwords leave this process by
/// a pipe and by the server's own connection, never on a command line or in a file.
record PostgresAccess(String password, String superPassword) {
  static final String DATABASE = "postgres";
  static final String SUPERUSER = "postgres";
  static final String USER = "playloop";

  private static final String RULES =
      """
      # Written at each start: nobody comes in without the password of that start.
      host %1$s %2$s 127.0.0.1/32 scram-sha-256
      host %1$s %2$s ::1/128 scram-sha-256
      host all %3$s 127.0.0.1/32 scram-sha-256
      host all %3$s ::1/128 scram-sha-256
      """
          .formatted(DATABASE, USER, SUPERUSER);

  private static final long PATIENCE_SECONDS = 60;

  private static final String ROLE =
      """
      do $$ begin
        if not exists (select from pg_roles where rolname = '%1$s') then create role %1$s; end if;
      end $$;
      alter role %1$s
        with login nosuperuser nocreatedb nocreaterole noreplication nobypassrls;
      """
          .formatted(USER);

  /// A folder of an older start: there the superuser was the world, and owns all of it.
  private static final String HAND_OVER =
      """
      do $$ declare it record; begin
        if exists (select from pg_database d join pg_roles r on r.oid = d.datdba
                   where d.datname = current_database() and r.rolname = '%1$s') then return; end if;
        for it in select nspname from pg_namespace
          where nspname !~ '^pg_' and nspname <> 'information_schema' loop
          execute format('alter schema %%I owner to %1$s', it.nspname);
        end loop;
        for it in select c.oid::regclass as name from pg_class c
          join pg_namespace n on n.oid = c.relnamespace
          where n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
            and c.relkind in ('r', 'p', 'v', 'm', 'f') loop
          execute format('alter table %%s owner to %1$s', it.name);
        end loop;
        for it in select c.oid::regclass as name from pg_class c
          join pg_namespace n on n.oid = c.relnamespace
          where n.nspname !~ '^pg_' and n.nspname <> 'information_schema' and c.relkind = 'S'
            and not exists (select from pg_depend d where d.objid = c.oid
              and d.classid = 'pg_class'::regclass and d.deptype in ('a', 'i')) loop
          execute format('alter sequence %%s owner to %1$s', it.name);
        end loop;
        for it in select p.oid::regprocedure as name from pg_proc p
          join pg_namespace n on n.oid = p.pronamespace
          where n.nspname !~ '^pg_' and n.nspname <> 'information_schema' loop
          execute format('alter routine %%s owner to %1$s', it.name);
        end loop;
        for it in select t.oid::regtype as name from pg_type t
          join pg_namespace n on n.oid = t.typnamespace
          where n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
            and t.typtype in ('d', 'e') loop
          execute format('alter type %%s owner to %1$s', it.name);
        end loop;
        execute format('alter database %%I owner to %1$s', current_database());
      end $$;
      """
          .formatted(USER);

  PostgresAccess {
    if (!password.matches("[A-Za-z0-9_-]{16,}")) {
      throw new IllegalArgumentException(
          "a password must have 16 letters, digits, '-' or '_', or more");
    }
  }

  static PostgresAccess with(String password) {
    return new PostgresAccess(password, random());
  }

  /// 192 bits, in letters, digits, `-` and `_`.
  static String random() {
    byte[] bytes = new byte[24];
    new SecureRandom().nextBytes(bytes);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  @Override
  public String toString() {
    return "PostgresAccess[" + USER + "]";
  }

  /// Before the server listens: its rules, and the superuser's password of this start, given to
  /// PostgreSQL in its single-user mode.
  void close(File data) {
    try {
      Files.writeString(data.toPath().resolve("pg_hba.conf"), RULES);
      single(data.toPath(), passwordOf(SUPERUSER, superPassword));
    } catch (IOException e) {
      throw new UncheckedIOException("can't close PostgreSQL's folder " + data, e);
    }
  }

  private static String passwordOf(String role, String word) {
    return "alter role " + role + " password '" + word + "'";
  }

  private static void single(Path data, String statement) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(
            PostgresPrograms.OURS.command(
                "postgres", List.of("--single", "-D", data.toString(), DATABASE)));
    builder.redirectOutput(ProcessBuilder.Redirect.DISCARD);
    builder.redirectError(ProcessBuilder.Redirect.DISCARD);
    Process process = builder.start();
    try (BufferedWriter in = process.outputWriter(StandardCharsets.UTF_8)) {
      in.write(statement + "\n");
    }
    try {
      if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS) || process.exitValue() != 0) {
        throw new IOException("PostgreSQL's single-user mode failed");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    } finally {
      process.destroyForcibly();
    }
  }

  /// Makes the world's role, gives it its database and what lies in there, and its password.
  void admit(EmbeddedPostgres server) throws SQLException {
    try (Connection connection = server.getPostgresDatabase().getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(ROLE);
      statement.execute(HAND_OVER);
      statement.execute(passwordOf(USER, password));
    }
  }
}
