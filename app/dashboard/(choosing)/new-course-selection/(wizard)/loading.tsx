export { WizardLoading as default } from '@/components/wizard/wizard-page';
