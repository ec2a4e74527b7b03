package clinic;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

@SpringBootApplication
public class ClinicApplication {
    public static void main(String[] arguments) {
        SpringApplication.run(ClinicApplication.class, arguments);
    }
}
