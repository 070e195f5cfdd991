/// The arguments of a tool that is declared as data: a closed subset of JSON Schema, read once, and
/// the check of what a model sends, in counted steps. Knows no tool.
@NullMarked
package dev.playloop.schemas.argument;

import org.jspecify.annotations.NullMarked;
