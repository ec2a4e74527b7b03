import { Module } from '@nestjs/common';
import { HealthController, KilnController } from './controllers';

@Module({ controllers: [KilnController, HealthController] })
export class AppModule {}
