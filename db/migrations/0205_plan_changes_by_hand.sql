-- A plan that the operator sets is a change of it, too.
comment on table plan_changes is
  'Every change of plan by order, renewal or end, or by the operator. Never changed.';
