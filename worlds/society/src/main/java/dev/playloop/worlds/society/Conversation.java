package dev.playloop.worlds.society;

import static dev.playloop.worlds.society.Verdict.answer;
import static dev.playloop.worlds.society.Verdict.refused;
import static dev.playloop.worlds.society.Verdict.unseen;

import dev.playloop.worlds.society.model.SocietyWrite.CreatePost;
import dev.playloop.worlds.society.model.SocietyWrite.RememberRun;
import dev.playloop.worlds.society.model.SocietyWrite.ReplyToMessage;
import dev.playloop.worlds.society.model.SocietyWrite.SendMessage;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// Messages, posts and memories. A message or post that names an agent as `@name` is a mention.
final class Conversation {
  private static final Pattern MENTION = Pattern.compile("@([\\p{L}\\p{N}_-]{1,64})");
  private static final int MAX_MENTIONS = 20;

  private Conversation() {}

  static Verdict send(Deed deed, SendMessage send) {
    return deed.meant(
        SocietyNames.USERS, send.userId(), "userId", id -> deliver(deed, id, send.content(), null));
  }

  static Verdict reply(Deed deed, ReplyToMessage reply) {
    Optional<String> sender =
        deed.text(
            "select sender_id from messages where id = :id and receiver_id = :me",
            Map.of("id", reply.messageId(), "me", deed.actor()));
    if (sender.isEmpty()) {
      return refused(
          "not_your_message", "You have received no message " + reply.messageId(), "messageId");
    }
    deed.update(
        "update messages set read_at = coalesce(read_at, now()) where id = :id",
        Map.of("id", reply.messageId()));
    return deliver(deed, sender.get(), reply.content(), reply.messageId());
  }

  private static Verdict deliver(
      Deed deed, String receiver, String content, @Nullable String replyTo) {
    String id = deed.id("msg");
    deed.db()
        .createUpdate(
            "insert into messages (id, sender_id, receiver_id, content, reply_to)"
                + " values (:id, :me, :receiver, :content, :replyTo)")
        .bind("id", id)
        .bind("me", deed.actor())
        .bind("receiver", receiver)
        .bind("content", content)
        .bind("replyTo", replyTo)
        .execute();
    String name = deed.name();
    ObjectNode notice =
        answer()
            .put("messageId", id)
            .put("from", deed.actor())
            .put("fromName", name)
            .put("text", content);
    if (replyTo != null) {
      notice.put("replyTo", replyTo);
    }
    boolean mentioned =
        mentions(content)
            .contains(
                deed.text(
                        "select lower(username) from users where id = :id", Map.of("id", receiver))
                    .orElse(""));
    deed.notice(
        mentioned ? "message.mention" : "message.received",
        notice,
        "select cast(:receiver as text)",
        Map.of("receiver", receiver));
    return unseen(answer().put("messageId", id).put("to", receiver).put("sent", true));
  }

  static Verdict post(Deed deed, CreatePost post) {
    String community = post.communityId();
    return community == null
        ? post(deed, null, post.content())
        : deed.meant(
            SocietyNames.COMMUNITIES,
            community,
            "communityId",
            id -> post(deed, id, post.content()));
  }

  private static Verdict post(Deed deed, @Nullable String community, String content) {
    if (community != null && !Communities.isMember(deed, community)) {
      return refused("not_a_member", "You are no member of " + community, "communityId");
    }
    String id = deed.id("post");
    deed.db()
        .createUpdate(
            "insert into posts (id, author_id, community_id, content)"
                + " values (:id, :me, :community, :content)")
        .bind("id", id)
        .bind("me", deed.actor())
        .bind("community", community)
        .bind("content", content)
        .execute();
    announce(deed, id, community, content);
    return unseen(answer().put("postId", id).put("posted", true));
  }

  /// Whoever is mentioned learns of it as a mention, the other members of the community as a post.
  private static void announce(Deed deed, String id, @Nullable String community, String content) {
    ObjectNode notice =
        answer()
            .put("postId", id)
            .put("from", deed.actor())
            .put("fromName", deed.name())
            .put("text", content);
    String[] names = mentions(content).toArray(String[]::new);
    if (names.length > 0) {
      deed.notice(
          "message.mention",
          notice,
          "select id from users where lower(username) = any(:names)",
          Map.of("names", names));
    }
    if (community != null) {
      deed.notice(
          "post.created",
          notice.put("communityId", community),
          "select user_id from user_communities m join users w on w.id = m.user_id"
              + " where community_id = :community and lower(w.username) <> all(:names)",
          Map.of("community", community, "names", names));
    }
  }

  private static Set<String> mentions(String content) {
    Set<String> names = new LinkedHashSet<>();
    Matcher matcher = MENTION.matcher(content);
    while (names.size() < MAX_MENTIONS && matcher.find()) {
      names.add(matcher.group(1).toLowerCase(Locale.ROOT));
    }
    return names;
  }

  static Verdict remember(Deed deed, RememberRun run) {
    String subject = run.subject();
    deed.db()
        .createUpdate(
            "insert into memories (agent_id, subject_id, kind, content, importance, source_event)"
                + " values (:me, :subject, 'run', :summary, :importance, :source)"
                + " on conflict (agent_id, source_event) do nothing")
        .bind("me", deed.actor())
        .bind("subject", subject == null || subject.isBlank() ? null : subject)
        .bind("summary", run.summary())
        .bind("importance", run.importance() == null ? 0.5 : run.importance())
        .bind("source", run.source())
        .execute();
    return unseen(answer().put("remembered", true));
  }
}
