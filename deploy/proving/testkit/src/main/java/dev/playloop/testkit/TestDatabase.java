package dev.playloop.testkit;

/// An empty PostgreSQL database that no other test uses.
public record TestDatabase(String jdbcUrl, String user, String password) {}
