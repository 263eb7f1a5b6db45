-- While the values of a property that is being deleted go, nobody begins to use it.
alter table contact_properties add column going boolean not null default false;
