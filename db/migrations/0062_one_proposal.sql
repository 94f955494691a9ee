ALTER TABLE "proposals" DROP CONSTRAINT "proposals_price_given";--> statement-breakpoint
ALTER TABLE "proposals" DROP CONSTRAINT "proposals_old_price_given";--> statement-breakpoint
ALTER TABLE "proposals" ADD CONSTRAINT "proposals_price_given" CHECK ("proposals"."kind" = 'seats' or ("proposals"."kind" in ('price', 'branch')) = ("proposals"."price_paise" is not null));--> statement-breakpoint
ALTER TABLE "proposals" ADD CONSTRAINT "proposals_old_price_given" CHECK (("proposals"."kind" <> 'branch' and "proposals"."price_paise" is not null) = ("proposals"."old_paise" is not null));