CREATE TABLE "shared_cart_decisions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"shared_cart_id" uuid NOT NULL,
	"decision" text NOT NULL,
	"name" text NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "shared_cart_decisions_decision" CHECK ("shared_cart_decisions"."decision" in ('approved', 'declined'))
);
--> statement-breakpoint
ALTER TABLE "shared_carts" ADD COLUMN "sender" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "shared_carts" ADD COLUMN "company" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "shared_carts" ADD COLUMN "note" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "shared_cart_decisions" ADD CONSTRAINT "shared_cart_decisions_shared_cart_id_shared_carts_id_fk" FOREIGN KEY ("shared_cart_id") REFERENCES "public"."shared_carts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "shared_cart_decisions_cart" ON "shared_cart_decisions" USING btree ("shared_cart_id");