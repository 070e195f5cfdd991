package dev.playloop.worlds.kernel.books;

import dev.playloop.schemas.event.ActionResult.Status;
import java.util.Locale;

/// Why an action did not succeed, in the kernel's words.
public enum Code {
  INVALID_ARGUMENT(Category.VALIDATION),
  INVALID_TYPE(Category.VALIDATION),
  INVALID_PARAM(Category.VALIDATION),
  INVALID_PATTERN(Category.VALIDATION),
  NOT_AUTHORIZED(Category.PERMISSION),
  INSUFFICIENT_FUNDS(Category.RESOURCE),
  COST_EXCEEDED(Category.RESOURCE),
  NOT_FOUND(Category.RESOURCE),
  ALREADY_EXISTS(Category.RESOURCE),
  DELETED(Category.RESOURCE),
  QUOTA_EXCEEDED(Category.RESOURCE),
  TIMEOUT(Category.EXECUTION),
  RUNTIME_ERROR(Category.EXECUTION),
  SYNTAX_ERROR(Category.EXECUTION),
  BUSY(Category.EXECUTION),
  INTERNAL_ERROR(Category.SYSTEM),
  NOT_CONFIGURED(Category.SYSTEM);

  enum Category {
    VALIDATION,
    PERMISSION,
    RESOURCE,
    EXECUTION,
    SYSTEM;

    public String wire() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private final Category category;

  Code(Category category) {
    this.category = category;
  }

  Category category() {
    return category;
  }

  /// As agents see it: `not_found`.
  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }

  /// Whether the same call may succeed later.
  boolean retriable() {
    return this == INSUFFICIENT_FUNDS || this == TIMEOUT || this == BUSY || this == INTERNAL_ERROR;
  }

  /// REFUSED where the rules forbid it, FAILED where it went wrong.
  Status status() {
    return switch (category) {
      case VALIDATION, PERMISSION, RESOURCE -> Status.REFUSED;
      case EXECUTION, SYSTEM -> this == SYNTAX_ERROR ? Status.REFUSED : Status.FAILED;
    };
  }
}
