package dev.playloop.client.types;

/**
 * who or what it is about
 */
public class TriggerSubject {
    private String id;
    private String type;

    public String getID() { return id; }
    public void setID(String value) { this.id = value; }

    /**
     * such as user or battle
     */
    public String getType() { return type; }
    public void setType(String value) { this.type = value; }
}
