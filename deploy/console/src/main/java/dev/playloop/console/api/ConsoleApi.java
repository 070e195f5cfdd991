package dev.playloop.console.api;

import dev.playloop.console.door.LoginScope;
import dev.playloop.console.door.Logins;
import dev.playloop.console.live.Beat;
import dev.playloop.console.live.LiveStreams;
import dev.playloop.console.page.Bundle;
import dev.playloop.http.EdgeHandler;
import dev.playloop.http.EdgeRoutes;
import dev.playloop.operator.approval.Sought;
import dev.playloop.schemas.principal.Scope.Verb;

/// Whatever can be asked of a console, and whom each path is for. Safe for all threads.
public final class ConsoleApi {
  private static final LoginScope READ = LoginScope.of(Verb.READ);
  private static final LoginScope INBOX = LoginScope.of(Verb.READ, Verb.APPROVE);

  private static final LoginScope CONTROL = LoginScope.of(Verb.CONTROL);
  private static final LoginScope PUBLISH = LoginScope.of(Verb.PUBLISH);
  private static final LoginScope APPROVE = LoginScope.of(Verb.APPROVE);
  private static final LoginScope ADMIN = LoginScope.of(Verb.ADMIN);

  /// What shows something of everybody.
  private static final LoginScope ALL = LoginScope.ofAll(Verb.READ);

  /// A dead letter is whatever somebody sent, and may be of any world.
  private static final LoginScope LETTERS = LoginScope.ofAll(Verb.ADMIN);

  private final Backing backing;
  private final Logins logins;
  private final LiveStreams live;

  public ConsoleApi(Backing backing, Logins logins, Beat beat) throws InterruptedException {
    this.backing = backing;
    this.logins = logins;
    this.live =
        new LiveStreams(
            backing.news(),
            beat,
            logins,
            who -> NowApi.Inbox.of(backing.waits(Sought.ALL), who.reach()));
  }

  /// All of them.
  public EdgeRoutes routes() throws InterruptedException {
    ReadAnswers answers = new ReadAnswers(backing.news());
    SessionApi session = new SessionApi(backing, logins);
    AgentsApi agents = new AgentsApi(backing, backing.states());
    RunsApi runs = new RunsApi(backing);
    NowApi now = new NowApi(backing);
    WorldsApi worlds = new WorldsApi(backing);
    InboxApi inbox = new InboxApi(backing);
    LettersApi letters = new LettersApi(backing);
    AuditApi audit = new AuditApi(backing);
    DoApi does = new DoApi(backing);
    PicturesApi pictures = new PicturesApi(backing.open().pictures());
    Bundle bundle = new Bundle();
    return new EdgeRoutes()
        .loggedIn(logins)
        .always(Bundle.HEADERS)
        .open("POST", "/api/login", session::login)
        .inSession("POST", "/api/logout", LoginScope.ANYBODY, session::logout)
        .inSession("GET", "/api/session", LoginScope.ANYBODY, answers.reading(session::who))
        .inSession("GET", "/api/now", READ, answers.counting(now::now))
        .inSession("GET", "/api/agents", READ, answers.reading(agents::list))
        .inSession("GET", "/api/agent", READ, answers.reading(agents::one))
        .inSession("GET", "/api/replay", READ, answers.reading(agents::replay))
        .inSession("GET", "/api/entries", READ, answers.reading(agents::entries))
        .inSession("GET", "/api/entry", READ, answers.reading(agents::entry))
        .inSession("GET", "/api/panel", READ, answers.reading(agents::panel))
        .inSession("GET", "/api/runs", READ, answers.reading(runs::list))
        .inSession("GET", "/api/run", READ, answers.reading(runs::one))
        .inSession("GET", "/api/prompt", READ, answers.reading(runs::prompt))
        .inSession("GET", "/api/worlds", READ, answers.reading(worlds::list))
        .inSession("GET", "/api/world", READ, answers.reading(worlds::one))
        .inSession("GET", "/api/picture", READ, pictures::one)
        .inSession("GET", "/api/cost", READ, answers.reading(now::cost))
        .inSession("GET", "/api/search", READ, answers.reading(now::search))
        .inSession("GET", "/api/inbox", INBOX, answers.reading(inbox::list))
        .inSession("GET", "/api/inbox/history", INBOX, answers.reading(inbox::history))
        .inSession("GET", "/api/letters", LETTERS, answers.reading(letters::list))
        .inSession("GET", "/api/letter", LETTERS, answers.reading(letters::one))
        .inSession("GET", "/api/audit", ALL, answers.reading(audit::look))
        .inSession("POST", "/api/audit/verify", ALL, answers.doing(audit::verify))
        .inSession("GET", "/api/audit/export", ADMIN, audit::export)
        .inSession(
            "POST", "/api/letters/redrive", acting(LETTERS), acting(answers, letters::redrive))
        .inSession("POST", "/api/do/pause", acting(CONTROL), acting(answers, does::pause))
        .inSession("POST", "/api/do/resume", acting(CONTROL), acting(answers, does::resume))
        .inSession("POST", "/api/do/cancel", acting(CONTROL), acting(answers, does::cancel))
        .inSession("POST", "/api/do/halt", acting(CONTROL), acting(answers, does::halt))
        .inSession("POST", "/api/do/unhalt", acting(CONTROL), acting(answers, does::unhalt))
        .inSession("POST", "/api/do/publish", acting(PUBLISH), acting(answers, does::publish))
        .inSession("POST", "/api/do/answer", acting(APPROVE), acting(answers, does::answer))
        .inSession("POST", "/api/do/confirm", acting(APPROVE), acting(answers, does::confirm))
        .inSession("POST", "/api/do/apply", acting(ADMIN), acting(answers, does::apply))
        .inSession(
            "GET",
            "/api/live",
            READ,
            answers.opening(call -> live.stream(call, AskedQuery.of(call).text("from"))))
        .openRest(bundle::answer);
  }

  private LoginScope acting(LoginScope scope) {
    return backing.open().readOnly() ? LoginScope.ANYBODY : scope;
  }

  /// A console that only shows says so before all else.
  private EdgeHandler acting(ReadAnswers answers, ReadAnswers.Reading doing) {
    return backing.open().readOnly()
        ? _ -> {
          throw SessionApi.readOnly().refused();
        }
        : answers.doing(doing);
  }
}
