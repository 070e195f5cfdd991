export interface Events {
    trigger?:    Trigger;
    worldEvent?: WorldEvent;
    [property: string]: unknown;
}

export interface Trigger {
    /**
     * who should react, such as tally/ada
     */
    agent: string;
    /**
     * when it happened
     */
    at?: Date;
    /**
     * what the world says about it, any JSON; shown to the model as data
     */
    data?: unknown;
    /**
     * how many agents this chain of triggers has gone through
     */
    hops?: number;
    /**
     * unique per event, so that the same event twice acts once; left out, topic-partition-offset
     */
    id?: string;
    /**
     * what happened, such as chat.message; limits and boundaries go by it
     */
    kind: string;
    /**
     * 0 to 100; left out, that of its kind
     */
    priority?: number;
    /**
     * id of the message that is owed an answer
     */
    replyTo?: string;
    /**
     * who or what it is about
     */
    subject?: TriggerSubject;
    /**
     * what happened, in words for the model
     */
    text?: string;
    v?:    number;
    /**
     * version of the world event that its agent is to have seen: the first turn waits for the
     * view that has it, as long as its world says; such versions grow over the scene
     */
    worldVersion?: number;
    [property: string]: unknown;
}

/**
 * who or what it is about
 */
export interface TriggerSubject {
    id: string;
    /**
     * such as user or battle
     */
    type: string;
    [property: string]: unknown;
}

export interface WorldEvent {
    /**
     * when it happened
     */
    at:     Date;
    change: WorldEventChange;
    /**
     * unique per event
     */
    id: string;
    /**
     * the part of the world whose entities belong together
     */
    scene: string;
    v?:    number;
    /**
     * grows with each change of the entity; older ones are ignored
     */
    version: number;
    world:   string;
    [property: string]: unknown;
}

export interface WorldEventChange {
    entity?: string;
    kind?:   string;
    state?:  unknown;
    type:    Type;
    x?:      number;
    y?:      number;
    actor?:  string;
    to?:     string;
    data?:   unknown;
    text?:   string;
    [property: string]: unknown;
}

export type Type = "put" | "moved" | "removed" | "actor-moved" | "happening";
