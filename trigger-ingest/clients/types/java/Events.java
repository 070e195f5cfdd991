package dev.playloop.client.types;

public class Events {
    private Trigger trigger;
    private WorldEvent worldEvent;

    public Trigger getTrigger() { return trigger; }
    public void setTrigger(Trigger value) { this.trigger = value; }

    public WorldEvent getWorldEvent() { return worldEvent; }
    public void setWorldEvent(WorldEvent value) { this.worldEvent = value; }
}
