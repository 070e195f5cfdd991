package dev.playloop.client.types;

import java.time.OffsetDateTime;

public class WorldEvent {
    private OffsetDateTime at;
    private WorldEventChange change;
    private String id;
    private String scene;
    private Long v;
    private long version;
    private String world;

    /**
     * when it happened
     */
    public OffsetDateTime getAt() { return at; }
    public void setAt(OffsetDateTime value) { this.at = value; }

    public WorldEventChange getChange() { return change; }
    public void setChange(WorldEventChange value) { this.change = value; }

    /**
     * unique per event
     */
    public String getID() { return id; }
    public void setID(String value) { this.id = value; }

    /**
     * the part of the world whose entities belong together
     */
    public String getScene() { return scene; }
    public void setScene(String value) { this.scene = value; }

    public Long getV() { return v; }
    public void setV(Long value) { this.v = value; }

    /**
     * grows with each change of the entity; older ones are ignored
     */
    public long getVersion() { return version; }
    public void setVersion(long value) { this.version = value; }

    public String getWorld() { return world; }
    public void setWorld(String value) { this.world = value; }
}
