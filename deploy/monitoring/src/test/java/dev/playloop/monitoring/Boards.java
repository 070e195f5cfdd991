package dev.playloop.monitoring;

import static dev.playloop.monitoring.Board.max;
import static dev.playloop.monitoring.Board.quantile;
import static dev.playloop.monitoring.Board.query;
import static dev.playloop.monitoring.Board.rate;
import static dev.playloop.monitoring.Board.sum;

import dev.playloop.monitoring.Board.Panel;
import java.util.List;

/// The five dashboards. [DashboardsTest] writes their files from here.
final class Boards {
  private static final String WORLD = "playloop_world";
  private static final String GROUP = "messaging_consumer_group_name";
  private static final String MODEL = "gen_ai_request_model";
  private static final String APPLICATION = "application";

  static final List<Board> ALL = List.of(agents(), models(), worlds(), workers(), kafka());

  private Boards() {}

  private static Board agents() {
    return new Board(
        "agents",
        "Agents",
        "How runs end, and what waits. By world, never by agent.",
        List.of(
            Panel.of(
                "Runs that ended", "ops", rate("playloop_loop_runs_total", "playloop_run_outcome")),
            Panel.of(
                "How long a run takes",
                "s",
                quantile(0.5, "playloop_loop_run_duration_seconds", WORLD),
                quantile(0.95, "playloop_loop_run_duration_seconds", WORLD)),
            Panel.of(
                "From a trigger to its run",
                "s",
                quantile(0.95, "playloop_loop_trigger_wait_seconds", WORLD)),
            Panel.of("Triggers that wait", "short", sum("playloop_loop_triggers_waiting", WORLD)),
            Panel.of(
                "Triggers dropped",
                "ops",
                rate("playloop_loop_drops_total", "playloop_drop_reason")),
            Panel.of(
                "Writes that wait for people",
                "short",
                sum("playloop_loop_approvals_waiting", WORLD)),
            Panel.of(
                "The next question expires in",
                "s",
                query(
                    "min by (playloop_world) (playloop_loop_approvals_expiry_seconds)",
                    "{{playloop_world}}")),
            Panel.of(
                "Questions that ended",
                "ops",
                rate("playloop_loop_approvals_ended_total", "playloop_approval_how")),
            Panel.of("Quarantined", "short", sum("playloop_loop_agents_quarantined", WORLD)),
            Panel.of(
                "Controls that nobody vouches for",
                "ops",
                rate("playloop_loop_controls_refused_total", "playloop_control_why"))));
  }

  private static Board models() {
    return new Board(
        "models",
        "Models",
        "What models are asked, how long they take, and what they cost.",
        List.of(
            Panel.of("Calls", "ops", rate("gen_ai_client_operation_duration_seconds_count", MODEL)),
            Panel.of(
                "How long a call takes",
                "s",
                quantile(0.5, "gen_ai_client_operation_duration_seconds", MODEL),
                quantile(0.95, "gen_ai_client_operation_duration_seconds", MODEL)),
            Panel.of(
                "Calls that failed",
                "ops",
                query(
                    "sum by (error_type)"
                        + " (rate(gen_ai_client_operation_duration_seconds_count{error_type!=\"\"}"
                        + "[$__rate_interval]))",
                    "{{error_type}}")),
            Panel.of(
                "Tokens a second",
                "short",
                rate("gen_ai_client_token_usage_sum", "gen_ai_token_type")),
            Panel.of(
                "USD an hour",
                "currencyUSD",
                query(
                    "3600 * sum by (playloop_world)"
                        + " (rate(playloop_loop_spend_total[$__rate_interval]))",
                    "{{playloop_world}}")),
            Panel.of(
                "Of what may be spent in a day, spent in the last",
                "percentunit",
                query(
                    "sum by (playloop_world) (increase(playloop_loop_spend_total[1d]))"
                        + " / (sum by (playloop_world) (playloop_loop_cap) > 0)",
                    "{{playloop_world}}")),
            Panel.of(
                "Worlds that were halted, their money spent",
                "short",
                query("sum(increase(playloop_ingest_caps_reached_total[1d]))", "in the last day")),
            Panel.of(
                "Turns in flight",
                "short",
                query("sum(playloop:reasoner:in_flight)", "in flight"))));
  }

  private static Board worlds() {
    String executors = "{messaging_consumer_group_name=~\".*executor.*\"}";
    return new Board(
        "worlds",
        "Worlds",
        "What is done in them, and what nobody knows the outcome of.",
        List.of(
            Panel.of("Actions", "ops", rate("playloop_worker_handled_total" + executors, GROUP)),
            Panel.of(
                "How long an action takes",
                "s",
                query(
                    "histogram_quantile(0.95, sum by (le, messaging_consumer_group_name)"
                        + " (rate(messaging_process_duration_seconds_bucket"
                        + executors
                        + "[$__rate_interval])))",
                    "p95 {{messaging_consumer_group_name}}")),
            Panel.of(
                "Actions in flight", "short", sum("playloop_worker_in_flight" + executors, GROUP)),
            Panel.of(
                "Calls repeated after an outage",
                "ops",
                rate("playloop_worker_retried_total" + executors, GROUP)),
            Panel.of(
                "Runs that wait for an outcome",
                "short",
                sum("playloop_loop_writes_unknown", WORLD)),
            Panel.of(
                "The oldest write without an outcome",
                "s",
                max("playloop_executor_intent_age_seconds", WORLD))));
  }

  private static Board workers() {
    return new Board(
        "workers",
        "Workers",
        "Whether they keep up, and what went wrong in them.",
        List.of(
            Panel.of("Records handled", "ops", rate("playloop_worker_handled_total", GROUP)),
            Panel.of(
                "How full they are",
                "percentunit",
                query(
                    "sum by (messaging_consumer_group_name, instance) (playloop_worker_in_flight)"
                        + " / sum by (messaging_consumer_group_name, instance)"
                        + " (playloop_worker_in_flight_max)",
                    "{{messaging_consumer_group_name}} {{instance}}")),
            Panel.of(
                "The oldest that waits, by what it waits for",
                "s",
                query(
                    "max by (messaging_consumer_group_name, playloop_waiting_for)"
                        + " (playloop_worker_oldest_waiting_seconds)",
                    "{{messaging_consumer_group_name}} {{playloop_waiting_for}}")),
            Panel.of(
                "Reasoners",
                "short",
                query(
                    "count by (messaging_consumer_group_name)"
                        + " (playloop_worker_in_flight{messaging_consumer_group_name=~\".*reasoner\"})",
                    "there are"),
                query("playloop:reasoner:wanted_replicas", "wanted")),
            Panel.of("Pauses", "ops", rate("playloop_worker_pauses_total", GROUP)),
            Panel.of(
                "Has a problem",
                "short",
                sum("playloop_worker_problem", GROUP),
                sum("playloop_projector_problem", APPLICATION)),
            Panel.of(
                "Dead letters",
                "ops",
                rate("playloop_worker_dead_letters_total", GROUP),
                rate("playloop_projector_dead_letters_total", APPLICATION)),
            Panel.of(
                "Started over",
                "ops",
                rate("playloop_worker_restarts_total", GROUP),
                rate("playloop_projector_restarts_total", APPLICATION)),
            Panel.of(
                "Calls given up at a rebalance",
                "ops",
                rate("playloop_worker_abandoned_total", GROUP)),
            Panel.of(
                "Since the journal was signed",
                "s",
                query("min(playloop_auditor_checkpoint_age_seconds)", "checkpoint"))));
  }

  private static Board kafka() {
    return new Board(
        "kafka",
        "Kafka for Playloop",
        "Kafka as the roles see it; the brokers' own numbers are those of whoever runs them.",
        List.of(
            Panel.of(
                "Records read",
                "ops",
                rate("messaging_client_consumed_messages_total", "messaging_destination_name")),
            Panel.of("Transactions", "ops", rate("playloop_worker_transactions_total", GROUP)),
            Panel.of("Transactions aborted", "ops", rate("playloop_worker_aborts_total", GROUP)),
            Panel.of(
                "Records a transaction",
                "short",
                query(
                    "sum by (messaging_consumer_group_name)"
                        + " (rate(playloop_worker_handled_total[$__rate_interval]))"
                        + " / (sum by (messaging_consumer_group_name)"
                        + " (rate(playloop_worker_transactions_total[$__rate_interval])) > 0)",
                    "{{messaging_consumer_group_name}}")),
            Panel.of(
                "Partitions that are owned", "short", sum("playloop_worker_partitions", GROUP)),
            Panel.of(
                "Records passed over",
                "ops",
                rate("playloop_worker_skipped_total", GROUP),
                rate("playloop_projector_skipped_total", APPLICATION)),
            Panel.of(
                "Tasks and standbys",
                "short",
                query(
                    "sum by (application, playloop_task_kind) (playloop_projector_tasks)",
                    "{{application}} {{playloop_task_kind}}")),
            Panel.of(
                "Free on the disk of the stores",
                "percentunit",
                query(
                    "playloop_projector_disk_free_bytes / playloop_projector_disk_size_bytes",
                    "{{instance}}"))));
  }
}
