from dataclasses import dataclass
from datetime import datetime
from typing import Optional, Any
from enum import Enum


@dataclass
class TriggerSubject:
    """who or what it is about"""

    id: str
    type: str
    """such as user or battle"""


@dataclass
class Trigger:
    agent: str
    """who should react, such as tally/ada"""

    kind: str
    """what happened, such as chat.message; limits and boundaries go by it"""

    at: Optional[datetime] = None
    """when it happened"""

    data: Any = None
    """what the world says about it, any JSON; shown to the model as data"""

    hops: Optional[int] = None
    """how many agents this chain of triggers has gone through"""

    id: Optional[str] = None
    """unique per event, so that the same event twice acts once; left out, topic-partition-offset"""

    priority: Optional[int] = None
    """0 to 100; left out, that of its kind"""

    reply_to: Optional[str] = None
    """id of the message that is owed an answer"""

    subject: Optional[TriggerSubject] = None
    """who or what it is about"""

    text: Optional[str] = None
    """what happened, in words for the model"""

    v: Optional[int] = None
    world_version: Optional[int] = None
    """version of the world event that its agent is to have seen: the first turn waits for the
    view that has it, as long as its world says; such versions grow over the scene
    """


class TypeEnum(Enum):
    ACTOR_MOVED = "actor-moved"
    HAPPENING = "happening"
    MOVED = "moved"
    PUT = "put"
    REMOVED = "removed"


@dataclass
class WorldEventChange:
    type: TypeEnum
    entity: Optional[str] = None
    kind: Optional[str] = None
    state: Any = None
    x: Optional[float] = None
    y: Optional[float] = None
    actor: Optional[str] = None
    to: Optional[str] = None
    data: Any = None
    text: Optional[str] = None


@dataclass
class WorldEvent:
    at: datetime
    """when it happened"""

    change: WorldEventChange
    id: str
    """unique per event"""

    scene: str
    """the part of the world whose entities belong together"""

    version: int
    """grows with each change of the entity; older ones are ignored"""

    world: str
    v: Optional[int] = None


@dataclass
class Events:
    trigger: Optional[Trigger] = None
    world_event: Optional[WorldEvent] = None
