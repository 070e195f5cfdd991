package dev.playloop.worlds.kernel;

/// What whoever audits a kernel asks its database.
public final class BookCheck {
  /// A row for each balance, hold, movement and use of disk that does not agree with what it is
  /// made of, as `what`, `who`, `has` and `should`; none when all is well.
  public static final String SQL =
      """
      select 'balance' as what, principal_id as who, scrip as has, coalesce(sum, 0) as should
      from account left join (select account, sum(delta) from ledger_entry group by account) l
        on l.account = principal_id where scrip <> coalesce(sum, 0)
      union all
      select 'holds', '', coalesce((select sum(amount) from reservation
          where state = 'open' and resource = 'scrip'), 0),
        coalesce((select sum(delta) from ledger_entry where account = '@holds'), 0)
      where coalesce((select sum(amount) from reservation
          where state = 'open' and resource = 'scrip'), 0)
        <> coalesce((select sum(delta) from ledger_entry where account = '@holds'), 0)
      union all
      select 'sum', op_id, sum(delta), 0 from ledger_entry group by op_id having sum(delta) <> 0
      union all
      select 'disk', principal_id, disk_used, coalesce(sum, 0) from account
      left join (select created_by, sum(octet_length(content) + octet_length(code))
                 from artifact where not deleted group by created_by) a on created_by = principal_id
      where disk_used <> coalesce(sum, 0)\
      """;

  private BookCheck() {}
}
