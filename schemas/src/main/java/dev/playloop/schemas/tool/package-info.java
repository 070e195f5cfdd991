/// Tools as records: name, JSON Schema, strict parsing and rendering derive from the record.
@NullMarked
package dev.playloop.schemas.tool;

import org.jspecify.annotations.NullMarked;
