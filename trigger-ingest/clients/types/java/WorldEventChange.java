package dev.playloop.client.types;

public class WorldEventChange {
    private String entity;
    private String kind;
    private Object state;
    private Type type;
    private Double x;
    private Double y;
    private String actor;
    private String to;
    private Object data;
    private String text;

    public String getEntity() { return entity; }
    public void setEntity(String value) { this.entity = value; }

    public String getKind() { return kind; }
    public void setKind(String value) { this.kind = value; }

    public Object getState() { return state; }
    public void setState(Object value) { this.state = value; }

    public Type getType() { return type; }
    public void setType(Type value) { this.type = value; }

    public Double getX() { return x; }
    public void setX(Double value) { this.x = value; }

    public Double getY() { return y; }
    public void setY(Double value) { this.y = value; }

    public String getActor() { return actor; }
    public void setActor(String value) { this.actor = value; }

    public String getTo() { return to; }
    public void setTo(String value) { this.to = value; }

    public Object getData() { return data; }
    public void setData(Object value) { this.data = value; }

    public String getText() { return text; }
    public void setText(String value) { this.text = value; }
}
