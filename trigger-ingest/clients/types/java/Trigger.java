package dev.playloop.client.types;

import java.time.OffsetDateTime;

public class Trigger {
    private String agent;
    private OffsetDateTime at;
    private Object data;
    private Long hops;
    private String id;
    private String kind;
    private Long priority;
    private String replyTo;
    private TriggerSubject subject;
    private String text;
    private Long v;
    private Long worldVersion;

    /**
     * who should react, such as tally/ada
     */
    public String getAgent() { return agent; }
    public void setAgent(String value) { this.agent = value; }

    /**
     * when it happened
     */
    public OffsetDateTime getAt() { return at; }
    public void setAt(OffsetDateTime value) { this.at = value; }

    /**
     * what the world says about it, any JSON; shown to the model as data
     */
    public Object getData() { return data; }
    public void setData(Object value) { this.data = value; }

    /**
     * how many agents this chain of triggers has gone through
     */
    public Long getHops() { return hops; }
    public void setHops(Long value) { this.hops = value; }

    /**
     * unique per event, so that the same event twice acts once; left out, topic-partition-offset
     */
    public String getID() { return id; }
    public void setID(String value) { this.id = value; }

    /**
     * what happened, such as chat.message; limits and boundaries go by it
     */
    public String getKind() { return kind; }
    public void setKind(String value) { this.kind = value; }

    /**
     * 0 to 100; left out, that of its kind
     */
    public Long getPriority() { return priority; }
    public void setPriority(Long value) { this.priority = value; }

    /**
     * id of the message that is owed an answer
     */
    public String getReplyTo() { return replyTo; }
    public void setReplyTo(String value) { this.replyTo = value; }

    /**
     * who or what it is about
     */
    public TriggerSubject getSubject() { return subject; }
    public void setSubject(TriggerSubject value) { this.subject = value; }

    /**
     * what happened, in words for the model
     */
    public String getText() { return text; }
    public void setText(String value) { this.text = value; }

    public Long getV() { return v; }
    public void setV(Long value) { this.v = value; }

    /**
     * version of the world event that its agent is to have seen: the first turn waits for the
     * view that has it, as long as its world says; such versions grow over the scene
     */
    public Long getWorldVersion() { return worldVersion; }
    public void setWorldVersion(Long value) { this.worldVersion = value; }
}
