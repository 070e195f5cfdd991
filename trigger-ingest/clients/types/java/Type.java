package dev.playloop.client.types;

import java.io.IOException;

public enum Type {
    ACTOR_MOVED, HAPPENING, MOVED, PUT, REMOVED;

    public String toValue() {
        switch (this) {
            case ACTOR_MOVED: return "actor-moved";
            case HAPPENING: return "happening";
            case MOVED: return "moved";
            case PUT: return "put";
            case REMOVED: return "removed";
        }
        return null;
    }

    public static Type forValue(String value) throws IOException {
        if (value.equals("actor-moved")) return ACTOR_MOVED;
        if (value.equals("happening")) return HAPPENING;
        if (value.equals("moved")) return MOVED;
        if (value.equals("put")) return PUT;
        if (value.equals("removed")) return REMOVED;
        throw new IOException("Cannot deserialize Type");
    }
}
