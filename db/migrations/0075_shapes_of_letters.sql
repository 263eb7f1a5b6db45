-- What letter_figures sees of a letter: letters that it counts alike have the same shape. In the order
-- of the columns of the table; a column that is added later is null here until this says otherwise.
create function letter_shape(l letters) returns letters
language plpgsql stable strict as $$
declare
  shape letters;
begin
  shape.variant := l.variant;
  shape.language := l.language;
  shape.provider := l.provider;
  shape.bounced_as := l.bounced_as;
  shape.sent_at := date_trunc('hour', l.sent_at, 'UTC');
  shape.delivered_at := date_trunc('hour', l.delivered_at, 'UTC');
  shape.opened_at := date_trunc('hour', l.opened_at, 'UTC');
  shape.clicked_at := date_trunc('hour', l.clicked_at, 'UTC');
  shape.machine_at := date_trunc('hour', l.machine_at, 'UTC');
  shape.machine_clicked_at := date_trunc('hour', l.machine_clicked_at, 'UTC');
  shape.bounced_at := date_trunc('hour', l.bounced_at, 'UTC');
  shape.complained_at := date_trunc('hour', l.complained_at, 'UTC');
  shape.failed_at := date_trunc('hour', l.failed_at, 'UTC');
  shape.left_at := date_trunc('hour', l.left_at, 'UTC');
  shape.left_all_at := date_trunc('hour', l.left_all_at, 'UTC');
  return shape;
end
$$;
