package dev.playloop.launcher.example;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.playloop.launcher.UserProblem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// `people.yaml` is checked with the rest of an example, before anything starts.
class PeopleFileTest {
  @TempDir private Path folder = Path.of("");

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          - {roles: [a], answer: approve}                                    | people.yaml:1: [0].approver
          - {approver: tia, answer: approve}                                 | [0].roles: expected a list, got nothing
          - {approver: tia, roles: [A b], answer: approve}                   | [0].roles: expected 1 to 63
          - {approver: tia, roles: [a], answer: allow}                       | [0].answer: expected
          - {approver: tia, roles: [a], answer: deny}                        | [0].reason
          - {approver: tia, roles: [a], answer: edit}                        | [0].args: expected the new arguments
          - {approver: tia, roles: [a], answer: approve, args: {a: 1}}       | [0].args: expected the new arguments
          - {approver: tia, roles: [a], answer: approve, after: P1D}         | [0].after: expected from PT0S
          - {approver: tia, roles: [a], answer: approve, whn: {}}            | did you mean 'when'?
          - {approver: tia, roles: [a], answer: approve, when: {args: {amount: {abov: 1}}}} | did you mean
          """)
  void eachSlipIsToldWithLineAndField(String line, String told) throws IOException {
    example(line);

    assertThatThrownBy(() -> Example.load(folder.toString()))
        .isInstanceOf(UserProblem.class)
        .hasMessageContaining(told);
  }

  @Test
  void whatFitsIsRead() throws IOException {
    example(
        """
        - {approver: tia, roles: ["*"], when: {tool: pay, agent: society/cal}, answer: approve}
        - {approver: tia, roles: [treasurer], answer: edit, args: {a: 1}, after: PT0.1S}
        """);

    assertThat(Example.load(folder.toString()).people()).hasSize(2);
  }

  private void example(String people) throws IOException {
    Files.writeString(
        folder.resolve("agents.yaml"),
        "[{agent: society/cal, actor: cal, enabled: true, instructions: {identity: Cal.}}]");
    Files.writeString(folder.resolve("triggers.jsonl"), "");
    Files.writeString(folder.resolve("people.yaml"), people);
  }
}
