-- Whoever is an administrator already may do everything and becomes an owner; later ones name their role.
ALTER TABLE "admins" ADD COLUMN "role" text NOT NULL DEFAULT 'owner';--> statement-breakpoint
ALTER TABLE "admins" ALTER COLUMN "role" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "admins" ADD COLUMN "deactivated_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "admins" ADD CONSTRAINT "admins_role_known" CHECK ("admins"."role" in ('viewer', 'catalogue', 'finance', 'owner'));
