-- Templates: a draft that is edited, and versions that never change.

create table templates (
  project_id        uuid not null references projects,
  id                uuid not null,
  xid               xid8 not null default pg_current_xact_id(),
  name              text not null,
  alias             text collate "C",
  kind              text not null check (kind in ('email', 'layout')),
  revision          integer not null,
  draft             jsonb not null,
  published_version integer,
  is_changed        boolean not null,
  created_at        timestamptz not null,
  updated_at        timestamptz not null,
  primary key (project_id, id)
);
create index templates_by_position on templates (project_id, xid, id);
create unique index templates_by_alias on templates (project_id, alias) where alias is not null;
comment on column templates.is_changed is 'The draft, or the layout, is not what was published last.';

create table template_versions (
  project_id   uuid not null,
  template_id  uuid not null,
  version      integer not null,
  draft        jsonb not null,
  letters      jsonb not null,
  published_at timestamptz not null,
  primary key (project_id, template_id, version)
);
comment on column template_versions.letters is 'By language: Liquid sources with their layout, ready to run.';
