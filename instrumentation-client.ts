import { keepPolicy } from '@/components/guard/policy';
import { watchTraversals } from '@/components/guard/traversals';

keepPolicy();
watchTraversals();
